/** The only source of "now". Rules with a duration take it from here, also inside SQL. */
export interface Clock {
  readonly now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Milliseconds that passed; not affected when somebody sets the clock of the machine. */
export const monotonicMs = (): number => performance.now()

/** `YYYY-MM-DD HH:MM:SS` in UTC, the timestamp format of the files and accounts APIs. */
export const plainTime = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

/** The start of a time's UTC day as `YYYY-MM-DD`. */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 10)
