import { type Failure, failureOf } from './failures.ts'
import type { HeldItem, PhoneReport } from './model.ts'

/** Silence about an item after which its phone is queried. */
export const queryAfterMs = 120_000

/** A phone that comes back later fetches again before it sends. */
const validMsMax = 3_600_000

/** Tolerated error of what is known of its clock. */
const clockSlackMs = 60_000

/** Whether the phone's time limit has passed. Only then does "too late" mean our limit and not the message's. */
export const isLimitOver = (
  { listedAt, askedAt }: { readonly listedAt: Date | null; readonly askedAt: Date | null },
  now: Date,
): boolean =>
  askedAt !== null || (listedAt !== null && now.getTime() - listedAt.getTime() >= validMsMax - clockSlackMs)

export const attemptsMax = 3

/** In the past even for a wrong clock: a phone only reports what it knows about such an item. */
export const longAgo = new Date('2000-01-01T00:00:00.000Z')

/** An item of an earlier enrollment is only queried, because this phone may not know that it has sent it. */
export function listingOf(
  {
    deviceId,
    listedAt,
    askedAt,
    reportedAt,
  }: Pick<HeldItem, 'deviceId' | 'listedAt' | 'askedAt' | 'reportedAt'>,
  toDevice: string,
  now: Date,
): 'send' | 'query' | 'skip' {
  const isQuiet = (since: Date | null) => since === null || now.getTime() - since.getTime() >= queryAfterMs
  if (deviceId !== toDevice) return isQuiet(askedAt) ? 'query' : 'skip'
  if (reportedAt === null && !isQuiet(listedAt)) return 'send'
  return isQuiet(listedAt) && isQuiet(askedAt) && isQuiet(reportedAt) ? 'query' : 'skip'
}

export function validUntil(
  { expiresAt, listedAt }: Pick<HeldItem, 'expiresAt' | 'listedAt'>,
  clockAheadSeconds: number,
): Date {
  const latest = listedAt.getTime() + validMsMax
  const ours = expiresAt === null ? latest : Math.min(expiresAt.getTime(), latest)
  return new Date(ours + clockAheadSeconds * 1000)
}

export type ReportedOutcome =
  | { readonly kind: 'underway' }
  | { readonly kind: 'sent'; readonly sentAt: Date | undefined }
  | { readonly kind: 'delivered'; readonly sentAt: Date | undefined; readonly at: Date | undefined }
  | { readonly kind: 'failed'; readonly at: Date | undefined; readonly failure: Failure }
  | { readonly kind: 'expired' | 'cancelled'; readonly at: Date | undefined }

const timeOf = (text: string | undefined): Date | undefined => {
  const time = text === undefined ? undefined : new Date(text)
  return time && Number.isFinite(time.getTime()) ? time : undefined
}

export function outcomeOf({ state, states, recipients }: PhoneReport): ReportedOutcome {
  const at = timeOf(states?.[state])
  switch (state) {
    case 'Sent':
      return { kind: 'sent', sentAt: at }
    case 'Delivered':
      return { kind: 'delivered', sentAt: timeOf(states?.Sent), at }
    case 'Failed': {
      const reason = recipients?.map(({ error }) => error).find((error) => error) ?? ''
      return /^TTL expired\b/i.test(reason)
        ? { kind: 'expired', at }
        : { kind: 'failed', at, failure: failureOf(reason) }
    }
    case 'Cancelled':
      return { kind: 'cancelled', at }
    case 'Pending':
    case 'Processed':
    case 'Cancelling':
      return { kind: 'underway' }
  }
}

export function mayTryLater(
  { pauseMs, beforeSending }: Failure,
  { parts, expiresAt }: { readonly parts: number; readonly expiresAt: Date | null },
  now: Date,
): boolean {
  if (pauseMs === undefined || (parts > 1 && !beforeSending)) return false
  return expiresAt === null || expiresAt.getTime() > now.getTime() + pauseMs
}

export function ownTime(
  told: Date | undefined,
  { takenAt, now, clockAheadSeconds }: { takenAt: Date; now: Date; clockAheadSeconds: number },
): Date {
  const at = told === undefined ? now.getTime() : told.getTime() - clockAheadSeconds * 1000
  return new Date(Math.max(takenAt.getTime(), Math.min(at, now.getTime())))
}
