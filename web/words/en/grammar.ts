const language = 'en-US'

const rules = new Intl.PluralRules(language)
const decimal = new Intl.NumberFormat(language)
const short = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 })
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long' })
const exactMinute = new Intl.DateTimeFormat(language, {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', year: 'numeric' })
const dayOfThisYear = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric' })
const clockTime = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
const stampTime = new Intl.DateTimeFormat(language, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
const distance = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
const conjunction = new Intl.ListFormat(language)

export const number = (value: number): string => decimal.format(value)

/** `plural(3, 'key', 'keys')` is "3 keys". */
export const plural = (count: number, one: string, other: string): string =>
  `${number(count)} ${rules.select(count) === 'one' ? one : other}`

export const list = (items: readonly string[]): string => conjunction.format(items)

const byteUnits = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** Powers of 1,024, as quotas count. */
export function bytes(value: number): string {
  if (value < 1024) return plural(value, 'byte', 'bytes')
  const power = Math.min(Math.floor(Math.log2(value) / 10), byteUnits.length - 1)
  return `${short.format(value / 1024 ** power)} ${byteUnits[power] ?? ''}`
}

export const exactTime = (time: Date): string => exact.format(time)

/** For times that people set: without seconds. */
export const minuteTime = (time: Date): string => exactMinute.format(time)

/** "2:05 PM". */
export const clock = (time: Date): string => clockTime.format(time)

/** "Nov 26, 8:51:04 AM", where seconds matter. */
export const stamp = (time: Date): string => stampTime.format(time)

export const date = (time: Date, now: Date): string =>
  (time.getFullYear() === now.getFullYear() ? dayOfThisYear : day).format(time)

const [minute, hour, oneDay] = [60, 3600, 86_400]

/** Relative within 30 days, otherwise the date. */
export function relativeTime(time: Date, now: Date): string {
  const seconds = Math.round((time.getTime() - now.getTime()) / 1000)
  const away = Math.abs(seconds)
  if (away < 45) return seconds > 0 ? 'in a moment' : 'just now'
  if (away < 45 * minute) return distance.format(Math.round(seconds / minute), 'minute')
  if (away < 22 * hour) return distance.format(Math.round(seconds / hour), 'hour')
  if (away < 30 * oneDay) return distance.format(Math.round(seconds / oneDay), 'day')
  return date(time, now)
}

/** How long until or since then: "40 s", "12 min", "23 h", "3 days". */
export function duration(seconds: number): string {
  if (seconds < 90) return `${number(Math.max(0, Math.round(seconds)))} s`
  if (seconds < 90 * minute) return `${number(Math.round(seconds / minute))} min`
  if (seconds < 48 * hour) return `${number(Math.round(seconds / hour))} h`
  return plural(Math.round(seconds / oneDay), 'day', 'days')
}
