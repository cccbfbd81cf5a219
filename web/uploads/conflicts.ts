export type Resolution = 'both' | 'replace' | 'skip'

/** Asks in the dialog *Already here* what to do with each name that is taken, until *Do this for all*. Closing it skips the rest. */
export function askConflicts(_names: readonly string[]): Promise<ReadonlyMap<string, Resolution>> {
  throw new Error('not yet')
}

/** `report (2).pdf`: the first name that is free. `taken` gets folded names. */
export function freeName(_name: string, _taken: ReadonlySet<string>): string {
  throw new Error('not yet')
}
