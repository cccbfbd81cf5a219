import type { MessageError } from '../../message/model.ts'
import type { HeldItem, PhoneReport } from './model.ts'

/** A phone that has not said a word about an item for this long is asked. */
export const askAfterMs = 120_000

/** A phone that comes back later than this asks again before it sends. */
const validMsMax = 3_600_000

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
): 'send' | 'ask' | 'leave' {
  const isQuiet = (since: Date | null) => since === null || now.getTime() - since.getTime() >= askAfterMs
  if (deviceId !== toDevice) return isQuiet(askedAt) ? 'ask' : 'leave'
  if (reportedAt === null && !isQuiet(listedAt)) return 'send'
  return isQuiet(listedAt) && isQuiet(askedAt) && isQuiet(reportedAt) ? 'ask' : 'leave'
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
export type Verdict =
  /** The phone has it and nothing is decided. */
  | { readonly kind: 'underway' }
  | { readonly kind: 'sent'; readonly sentAt: Date | undefined }
  | { readonly kind: 'delivered'; readonly sentAt: Date | undefined; readonly at: Date | undefined }
  | { readonly kind: 'failed'; readonly at: Date | undefined; readonly error: MessageError }
  /** The phone did not send it, because its time was over. */
  | { readonly kind: 'expired'; readonly at: Date | undefined }

const timeOf = (text: string | undefined): Date | undefined => {
  const time = text === undefined ? undefined : new Date(text)
  return time && Number.isFinite(time.getTime()) ? time : undefined
}

export function verdictOf({ state, states, recipients }: PhoneReport): Verdict {
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
        : { kind: 'failed', at, error: failureOf(reason) }
    }
    case 'Cancelled':
      return { kind: 'failed', at, error: { code: 'cancelled_on_phone', message: 'Cancelled on the phone.' } }
    case 'Pending':
    case 'Processed':
    case 'Cancelling':
      return { kind: 'underway' }
  }
}

const reasonCharactersMax = 200

/** Words of Android and of the app → what they mean to us. */
const failures: readonly (readonly [words: RegExp, code: string])[] = [
  [/LIMIT_EXCEEDED|RATE_LIMITED/, 'phone_limit'],
  [/RADIO_OFF|NO_SERVICE|NETWORK_NOT_READY|SIM \d+ not found|No SIMs? found/i, 'phone_unhealthy'],
  [/NO_DEFAULT_SMS_APP|UNEXPECTED_EVENT_STOP_SENDING|SEND_SMS/, 'phone_not_permitted'],
  [/NULL_PDU|ENCODING_ERROR|INVALID_ARGUMENTS/, 'message_refused'],
]

/** A failure as the account sees it; the reason is the phone's own. */
export function failureOf(reason: string): MessageError {
  const code = failures.find(([words]) => words.test(reason))?.[1] ?? 'failed'
  const told = Array.from(reason.toWellFormed().replaceAll('\0', '')).slice(0, reasonCharactersMax).join('')
  return { code, message: told === '' ? 'The phone could not send the message.' : `The phone says: ${told}` }
}

/** A time of the phone, put right by how far its clock is ahead, and between the handing over and now. */
export function ownTime(
  told: Date | undefined,
  { takenAt, now, clockAheadSeconds }: { takenAt: Date; now: Date; clockAheadSeconds: number },
): Date {
  const at = told === undefined ? now.getTime() : told.getTime() - clockAheadSeconds * 1000
  return new Date(Math.max(takenAt.getTime(), Math.min(at, now.getTime())))
}
