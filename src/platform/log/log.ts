/**
 * Structured log lines. Fields are ids, names of things in the code, counts and durations: never a body, a name of a
 * file or person, a phone number, an address of a person or a key.
 */
export interface Log {
  readonly debug: (fields: LogFields, message: string) => void
  readonly info: (fields: LogFields, message: string) => void
  readonly warn: (fields: LogFields, message: string) => void
  readonly error: (fields: LogFields & { readonly err?: unknown }, message: string) => void
}

export type LogFields = Readonly<Record<string, unknown>>
