import type { Report } from '../queue/model.ts'

/** How long a message may be with a number unreported until the carrier is asked after it. */
export const askAfterMs = 2 * 60_000

/** However short the time to live: a phone that was off for a night may still tell. */
const patienceMsMin = 24 * 3_600_000

export interface Unreported {
  readonly id: number
  readonly numberId: number
  readonly takenAt: Date
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

/** Whether a message was unreported for its whole time to live, and for a day. */
export function isUnknown({ takenAt, createdAt, expiresAt }: Unreported, now: Date): boolean {
  const ttlMs = expiresAt === null ? 0 : expiresAt.getTime() - createdAt.getTime()
  return now.getTime() - takenAt.getTime() >= Math.max(ttlMs, patienceMsMin)
}

/** It is not sent again: the number may have sent it. */
export const outcomeUnknown = ({ id, numberId }: Unreported, now: Date): Report => ({
  messageId: id,
  numberId,
  status: 'failed',
  at: now,
  error: {
    code: 'outcome_unknown',
    message: 'The number was given the message and never told what became of it.',
  },
})

/** No attempt sent it, and its time is over. */
export const expired = ({ id, numberId }: Unreported, now: Date): Report => ({
  messageId: id,
  numberId,
  status: 'expired',
  at: now,
})
