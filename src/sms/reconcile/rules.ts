import type { HandedMessage, Report } from '../queue/model.ts'

export const queryAfterMs = 2 * 60_000

/** Also for a short time to live: a phone that was off overnight may still report. */
const reportWaitMsMin = 24 * 3_600_000

export interface Unreported extends HandedMessage {
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

export function isUnknown({ takenAt, createdAt, expiresAt }: Unreported, now: Date): boolean {
  const ttlMs = expiresAt === null ? 0 : expiresAt.getTime() - createdAt.getTime()
  return now.getTime() - takenAt.getTime() >= Math.max(ttlMs, reportWaitMsMin)
}

/** It is not sent again: the number may have sent it. */
export const outcomeUnknown = ({ id, numberId }: Unreported, now: Date): Report => ({
  messageId: id,
  numberId,
  status: 'failed',
  at: now,
  error: {
    code: 'outcome_unknown',
    message: 'No delivery report was received for this message.',
  },
})

export const expired = ({ id, numberId }: Unreported, now: Date): Report => ({
  messageId: id,
  numberId,
  status: 'expired',
  at: now,
})
