/** How much a number may send: parts in any minute, half hour, hour and day; null is unlimited. */
export interface SendRateLimit {
  readonly perMinute: number | null
  readonly perHalfHour: number | null
  readonly perHour: number | null
  readonly perDay: number | null
  readonly outstandingMax: number
  /** Whether the parts of a day grow from few to `perDay`, as networks expect of a new number. */
  readonly warmsUp: boolean
  readonly coolsDown: boolean
}

/** The most that `outstandingMax` can be. */
export const outstandingLimit = 1000

export type SendRateChange = { readonly [Field in keyof SendRateLimit]?: SendRateLimit[Field] | undefined }

export const unlimited = {
  perMinute: null,
  perHalfHour: null,
  perHour: null,
  perDay: null,
  warmsUp: false,
} as const
