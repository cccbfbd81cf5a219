interface Ordered {
  readonly key: string
  /** Falls from row to row where nothing is held. */
  readonly id: number
}

/** The order in which rows were when the pointer came. */
export interface Held {
  readonly keys: readonly string[]
  readonly topId: number
}

export const hold = (rows: readonly Ordered[]): Held => ({
  keys: rows.map(({ key }) => key),
  topId: rows[0]?.id ?? 0,
})

/**
 * Rows in the order that is held, so that nothing moves under the pointer: they change in their places, and new ones wait.
 * Older rows, which are loaded meanwhile, follow.
 */
export function inOrder<Row extends Ordered>(
  rows: readonly Row[],
  held: Held | undefined,
): { readonly rows: readonly Row[]; readonly waiting: readonly Row[] } {
  if (!held) return { rows, waiting: [] }
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const known = new Set(held.keys)
  const kept = held.keys.flatMap((key) => byKey.get(key) ?? [])
  const older = rows.filter(({ key, id }) => !known.has(key) && id < held.topId)
  return { rows: [...kept, ...older], waiting: rows.filter(({ id }) => id > held.topId) }
}
