import { counted } from '../../platform/counted.ts'

/** Money is in micro-units. */
export interface Allowance {
  /** Recipients a UTC day. */
  readonly daily: number
  readonly payg: boolean
  /** Maximum metered charges a UTC month. */
  readonly capMicros: number
  readonly priceMicros: number
}

export interface Usage {
  readonly recipientsToday: number
  readonly chargedThisMonthMicros: number
}

export type RejectionReason = 'limit_reached' | 'metered_cap_reached'

export interface Admission {
  /** One charge an accepted recipient, in order: 0 within the daily allowance. */
  readonly charges: readonly number[]
  readonly free: number
  readonly rejected: number
  readonly reason: RejectionReason | null
}

/** Accepts recipients in order: within the allowance, then metered to the cap (docs/api/sms.md#allowance). */
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

export const rejectionSentence = (reason: RejectionReason, rejected: number): string =>
  `${sentences[reason]} ${counted(rejected, 'recipient was', 'recipients were')} rejected.`
