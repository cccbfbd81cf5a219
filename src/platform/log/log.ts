/**
 * Fields are ids, names from code, counts and durations; never bodies, file names, people's names, phone numbers, addresses
 * or keys.
 */
export interface Log {
  readonly debug: (fields: LogFields, message: string) => void
  readonly info: (fields: LogFields, message: string) => void
  readonly warn: (fields: LogFields, message: string) => void
  readonly error: (fields: LogFields & { readonly err?: unknown }, message: string) => void
}

export type LogFields = Readonly<Record<string, unknown>>
