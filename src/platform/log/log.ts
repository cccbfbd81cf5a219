/** Fields are ids, names from code, counts and durations; never contents, file names, or personal data. */
export interface Log {
  readonly debug: (fields: LogFields, message: string) => void
  readonly info: (fields: LogFields, message: string) => void
  readonly warn: (fields: LogFields, message: string) => void
  readonly error: (fields: LogFields & { readonly err?: unknown }, message: string) => void
}

export type LogFields = Readonly<Record<string, unknown>>
