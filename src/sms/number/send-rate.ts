import type { Carrier } from './model.ts'

/** How much a number may send: parts in any minute, half hour, hour and day; null is as many as it can. */
export interface Pace {
  readonly perMinute: number | null
  readonly perHalfHour: number | null
  readonly perHour: number | null
  readonly perDay: number | null
  /** How many messages it may have that it did not report on yet. */
  readonly outstandingMax: number
  /** Whether the parts of a day grow from few to `perDay`, as networks expect of a new number. */
  readonly warmsUp: boolean
  /** Whether it pauses when too many of its last messages failed. */
  readonly coolsDown: boolean
}

/** What to change of a pace; what is omitted stays. */
export type PaceChange = { readonly [Field in keyof Pace]?: Pace[Field] | undefined }

const unlimited = { perMinute: null, perHalfHour: null, perHour: null, perDay: null, warmsUp: false }

/** Of a new number. Android lets an app send 30 parts in half an hour before it asks the owner of the phone. */
export const paceDefaults: Readonly<Record<Carrier, Pace>> = {
  simulator: { ...unlimited, outstandingMax: 100, coolsDown: false },
  android: { ...unlimited, perHalfHour: 30, perDay: 500, warmsUp: true, outstandingMax: 3, coolsDown: true },
  smpp: { ...unlimited, outstandingMax: 10, coolsDown: true },
}
