import type { FailureReason } from '../../platform/outgoing/failure.ts'
import { failureSentence } from '../../platform/outgoing/failure.ts'
import type { AttemptRecord, AttemptResult } from './model.ts'

const minuteMs = 60_000

const retriesMs = [1, 5, 15, 60, 360].map((minutes) => minutes * minuteMs)

export const attemptsMax = retriesMs.length + 1

/** Jitter, so that deliveries that failed together are not retried together. */
const jitterShare = 0.05
const jitterMsMax = 30_000

/** When to retry after failed attempt number `attempts`; null after the last. `fraction` draws the jitter. */
export function nextAttemptAt(attempts: number, failedAt: Date, fraction: number): Date | null {
  const pauseMs = retriesMs[attempts - 1]
  if (pauseMs === undefined) return null
  return new Date(failedAt.getTime() + pauseMs + Math.min(pauseMs * jitterShare, jitterMsMax) * fraction)
}

/** Whether the worker stopped during the last attempt, so that this claim is not another one. */
export const isPastLastAttempt = (attempts: number): boolean => attempts > attemptsMax

export const isDelivered = (status: number): boolean => status >= 200 && status < 300

export function resultOf(status: number): AttemptResult {
  if (isDelivered(status)) return { status, error: null }
  const redirects = status >= 300 && status < 400 ? ' Redirects are not followed.' : ''
  return { status, error: `The receiver answered ${status} instead of 2xx.${redirects}` }
}

export const failureOf = (reason: FailureReason): AttemptResult => ({
  status: null,
  error: failureSentence(reason),
})

export const notSent = (error: string): AttemptRecord => ({
  status: null,
  error,
  sentAt: null,
  excerpt: null,
})

export const excerptCharactersMax = 1024

/** The first characters of a response, as text that PostgreSQL can store. */
export function excerptOf(body: Uint8Array): string {
  // No character takes more than four bytes. One that the cut splits is left out.
  const read = new TextDecoder().decode(body.subarray(0, 4 * excerptCharactersMax), { stream: true })
  return Array.from(read).slice(0, excerptCharactersMax).join('').replaceAll('\0', '\uFFFD')
}

export const sentences = {
  left: 'The person who created the webhook has left the workspace. An admin can turn it on again.',
  disabled:
    'The account of the person who created the webhook is disabled. The delivery waits until it is enabled.',
  deleted: 'The workspace is being deleted. The delivery waits until it is brought back.',
  switchedOff: 'The webhook was switched off before this was delivered.',
  interrupted: 'The last attempt was interrupted, and what came of it is not known.',
  unreadable:
    'The signing secret cannot be read with the keys of this installation. Delete the webhook and create it again.',
  defect: 'The attempt failed inside Bureau. The log has the cause.',
} as const
