import type { FailureReason } from '../../platform/outgoing/failure.ts'
import { failureSentence } from '../../platform/outgoing/failure.ts'
import type { Result } from './model.ts'

const minuteMs = 60_000

/** How long after a failed attempt the next one comes: after the first, the second, and so on. */
const retriesMs = [1, 5, 15, 60, 360].map((minutes) => minutes * minuteMs)

export const attemptsMax = retriesMs.length + 1

/** A retry comes a little late, never early, so that what failed together is not retried together. */
const lateShare = 0.05
const lateMsMax = 30_000

/** When the next attempt may begin after the failure of attempt number `attempts`; null: it was the last one. */
export function nextAttemptAt(attempts: number, failedAt: Date, fraction: number): Date | null {
  const pauseMs = retriesMs[attempts - 1]
  if (pauseMs === undefined) return null
  return new Date(failedAt.getTime() + pauseMs + Math.min(pauseMs * lateShare, lateMsMax) * fraction)
}

/** Whether the worker stopped in the middle of the last attempt: the claim after it is not another attempt. */
export const isPastLastAttempt = (attempts: number): boolean => attempts > attemptsMax

export const isDelivered = (status: number): boolean => status >= 200 && status < 300

/** What an answer means. */
export function resultOf(status: number): Result {
  if (isDelivered(status)) return { status, error: null }
  const redirects = status >= 300 && status < 400 ? ' Redirects are not followed.' : ''
  return { status, error: `The receiver answered ${status} instead of 2xx.${redirects}` }
}

/** What it means that there was no answer. */
export const failureOf = (reason: FailureReason): Result => ({ status: null, error: failureSentence(reason) })

/** Why a delivery ended, failed or waits without an attempt of ours. */
export const sentences = {
  left: 'The person who created the webhook has left the workspace. An admin can turn it on again.',
  paused:
    'The account of the person who created the webhook is disabled. The delivery waits until it is enabled.',
  switchedOff: 'The webhook was switched off before this was delivered.',
  interrupted: 'The last attempt was interrupted, and what came of it is not known.',
  unreadable:
    'The signing secret cannot be read with the keys of this installation. Delete the webhook and create it again.',
  defect: 'The attempt failed inside Bureau. The log has the cause.',
} as const
