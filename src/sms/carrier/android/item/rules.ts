import { type Failure, failureOf } from './failures.ts'
import type { HeldItem, PhoneReport } from './model.ts'

/** A phone that has not said a word about an item for this long is asked. */
export const queryAfterMs = 120_000

/** A phone that comes back later than this asks again before it sends. */
const validMsMax = 3_600_000

/** How far its clock may be from what is known of it. */
const clockSlackMs = 60_000

/**
 * Whether the time that a phone was given for an item is over: it was asked, or got the item so long ago. Only then does "too
 * late" speak of our own limit and not of the message.
 */
export const isLimitOver = (
  { listedAt, askedAt }: { readonly listedAt: Date | null; readonly askedAt: Date | null },
  now: Date,
): boolean =>
  askedAt !== null || (listedAt !== null && now.getTime() - listedAt.getTime() >= validMsMax - clockSlackMs)

/** How often a message may go to its phone anew after the phone said that its time was over. */
export const attemptsMax = 3

/** A time that every clock has behind it, also one that is wrong: a phone only tells what it knows of such an item. */
export const longAgo = new Date('2000-01-01T00:00:00.000Z')

/**
 * How an item is listed: to be sent; asked after, with a time limit in the past, so that it cannot be sent; or not at
 * all. What an earlier enrolment was given is only asked after, because this phone may not know that it has sent it.
 */
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

/** Until when the phone may send, by its own clock. */
export function validUntil(
  { expiresAt, listedAt }: Pick<HeldItem, 'expiresAt' | 'listedAt'>,
  clockAheadSeconds: number,
): Date {
  const latest = listedAt.getTime() + validMsMax
  const ours = expiresAt === null ? latest : Math.min(expiresAt.getTime(), latest)
  return new Date(ours + clockAheadSeconds * 1000)
}

/** What a report says, with the phone's own times. */
export type ReportedOutcome =
  /** The phone has it and nothing is decided. */
  | { readonly kind: 'underway' }
  | { readonly kind: 'sent'; readonly sentAt: Date | undefined }
  | { readonly kind: 'delivered'; readonly sentAt: Date | undefined; readonly at: Date | undefined }
  | { readonly kind: 'failed'; readonly at: Date | undefined; readonly failure: Failure }
  /** The phone did not send it, because its time was over, or because its owner cancelled it. */
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

/**
 * Whether a message that a phone could not send goes to it again after the pause: nothing of it went out, and its time is
 * not over by then.
 */
export function mayTryLater(
  { pauseMs, beforeSending }: Failure,
  { parts, expiresAt }: { readonly parts: number; readonly expiresAt: Date | null },
  now: Date,
): boolean {
  if (pauseMs === undefined || (parts > 1 && !beforeSending)) return false
  return expiresAt === null || expiresAt.getTime() > now.getTime() + pauseMs
}

/** A time of the phone, put right by how far its clock is ahead, and between the handing over and now. */
export function ownTime(
  told: Date | undefined,
  { takenAt, now, clockAheadSeconds }: { takenAt: Date; now: Date; clockAheadSeconds: number },
): Date {
  const at = told === undefined ? now.getTime() : told.getTime() - clockAheadSeconds * 1000
  return new Date(Math.max(takenAt.getTime(), Math.min(at, now.getTime())))
}
