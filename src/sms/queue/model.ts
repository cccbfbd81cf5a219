import type { ReportedStatus } from '../message/rules.ts'

/** A message that a claim handed to a number. */
export interface TakenMessage {
  readonly id: number
  readonly numberId: number
  readonly phone: string
  readonly body: string
}

/** A report of a phone or carrier about one message. */
export interface Report {
  readonly messageId: number
  /** The number that the message was given to; a report by any other is ignored. */
  readonly numberId: number
  readonly status: ReportedStatus
  /** When it happened, according to the phone. */
  readonly at: Date
  /** Why it failed; goes with `failed` only. */
  readonly error?: { readonly code: string; readonly message: string }
}

/** Announces that messages may have become claimable or due. */
export const queueChannel = 'sms.queue'

/** The lane of messages that any number of the pool may take; those for one number queue under its id. */
export const poolLane = 0

/** The lane of the operator's own messages, which any number of the pool takes ahead of everything else. */
export const systemLane = -1
