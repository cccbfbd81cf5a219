import { counted } from '../../platform/counted.ts'

/** The allowance of a plan. Money is in micro-units. */
export interface Allowance {
  /** Recipients in one UTC day. */
  readonly daily: number
  /** Whether sends beyond that are metered. */
  readonly payg: boolean
  /** Metered charges in one UTC month. */
  readonly capMicros: number
  /** For one segment. */
  readonly priceMicros: number
}

/** The usage of an account so far. */
export interface Usage {
  readonly recipientsToday: number
  readonly chargedThisMonthMicros: number
}

export type RejectionReason = 'limit_reached' | 'metered_cap_reached'

export interface Admission {
  /** What each accepted recipient is charged, in order: 0 within the daily allowance. */
  readonly charges: readonly number[]
  /** How many of them, the first ones, are within the daily allowance. */
  readonly free: number
  readonly rejected: number
  /** Why the others were not accepted; null when all were. */
  readonly reason: RejectionReason | null
}

/**
 * How many of `recipients` may be sent a text of `segments`, in order: first within the daily allowance, then metered
 * up to the monthly cap (docs/api/sms.md#allowance).
 */
export function admit(recipients: number, segments: number, allowance: Allowance, usage: Usage): Admission {
  const free = Math.min(recipients, Math.max(0, allowance.daily - usage.recipientsToday))
  const charge = segments * allowance.priceMicros
  const metered = allowance.payg ? Math.min(recipients - free, affordable(charge, allowance, usage)) : 0
  const rejected = recipients - free - metered
  const reason = allowance.payg ? 'metered_cap_reached' : 'limit_reached'
  return {
    charges: [...Array<number>(free).fill(0), ...Array<number>(metered).fill(charge)],
    free,
    rejected,
    reason: rejected > 0 ? reason : null,
  }
}

function affordable(charge: number, { capMicros }: Allowance, { chargedThisMonthMicros }: Usage): number {
  if (charge === 0) return Infinity
  return Math.max(0, Math.floor((capMicros - chargedThisMonthMicros) / charge))
}

const sentences: Readonly<Record<RejectionReason, string>> = {
  limit_reached: 'The daily send allowance is used up.',
  metered_cap_reached: 'The daily send allowance and the spending cap of the month are used up.',
}

/** The sentence for a rejection. */
export const rejectionSentence = (reason: RejectionReason, rejected: number): string =>
  `${sentences[reason]} ${counted(rejected, 'recipient was', 'recipients were')} rejected.`
