const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const after = { hour, day, week: 7 * day, month: 30 * day } as const

export type Preset = keyof typeof after
/** `kept`: as it is now. `date`: at a time that the person types. */
export type Expiry = 'never' | 'kept' | 'date' | Preset

export const presets = Object.keys(after) as readonly Preset[]

const two = (number: number): string => String(number).padStart(2, '0')

/** A time as an input of the type `datetime-local` has it, in the zone of the browser. */
export function localTime(time: Date): string {
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** What a person is offered first who wants a date: a week from now, in the evening. */
export function proposedTime(now: Date): string {
  const time = new Date(now.getTime() + after.week)
  time.setHours(18, 0, 0, 0)
  return localTime(time)
}

/** For `expires_at` of a share: empty is never, undefined leaves it as it is. */
export function expiresAt(expiry: Expiry, typed: string, now: Date): string | undefined {
  if (expiry === 'kept') return undefined
  if (expiry === 'never') return ''
  if (expiry !== 'date') return new Date(now.getTime() + after[expiry]).toISOString()
  const time = new Date(typed)
  return Number.isNaN(time.getTime()) ? typed : time.toISOString()
}

/** Less than a day is left. */
export const isExpiring = (at: string | null, now: Date): boolean =>
  at !== null && new Date(at).getTime() - now.getTime() < day
