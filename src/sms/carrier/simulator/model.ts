export const textsChannel = 'sms.simulated-texts'

/** Seven days. */
export const delayMsMax = 7 * 24 * 60 * 60 * 1000

export interface Behavior {
  readonly deliverMs: number
  /** Fraction of texts that fail, 0 to 1. */
  readonly failRate: number
  /** Fraction of attempts that fail temporarily, 0 to 1. */
  readonly busyRate: number
  readonly hold: boolean
}

export type BehaviorPatch = { readonly [Field in keyof Behavior]?: Behavior[Field] | undefined }

export const behaviorDefault: Behavior = { deliverMs: 400, failRate: 0, busyRate: 0, hold: false }

export interface HandedText {
  readonly id: number
  readonly number_id: number
}
