/** The only source of "now". Rules with a duration take it from here, also inside SQL. */
export interface Clock {
  readonly now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A monotonic clock in milliseconds, unaffected when the wall clock is set. */
export const monotonicMs = (): number => performance.now()

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`)

/** A time's UTC day as `YYYY-MM-DD`. */
export const utcDay = (time: Date): string =>
  `${time.getUTCFullYear()}-${twoDigits(time.getUTCMonth() + 1)}-${twoDigits(time.getUTCDate())}`

/**
 * `YYYY-MM-DD HH:MM:SS` in UTC, the timestamp format of the files and accounts APIs. Not cut out of `toISOString`: that
 * takes three times as long, and a page of files has two hundred.
 */
export const plainTime = (time: Date): string => `${utcDay(time)} ${timeOfDay(time)}`

const timeOfDay = (time: Date): string =>
  `${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}:${twoDigits(time.getUTCSeconds())}`
