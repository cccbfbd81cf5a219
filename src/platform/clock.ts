/** The only source of "now", also for SQL. */
export interface Clock {
  readonly now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }

export const monotonicMs = (): number => performance.now()

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`)

export const utcDay = (time: Date): string =>
  `${time.getUTCFullYear()}-${twoDigits(time.getUTCMonth() + 1)}-${twoDigits(time.getUTCDate())}`

/** `YYYY-MM-DD HH:MM:SS` in UTC, the format of the files and accounts APIs. Three times as fast as `toISOString`. */
export const plainTime = (time: Date): string => `${utcDay(time)} ${timeOfDay(time)}`

const timeOfDay = (time: Date): string =>
  `${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}:${twoDigits(time.getUTCSeconds())}`
