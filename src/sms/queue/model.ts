import type { ReportedStatus } from '../message/rules.ts'

/** A message that a claim handed to a number. */
export interface TakenMessage {
  readonly id: number
  readonly phone: string
  readonly body: string
}

/** What a phone or carrier says about one message. */
export interface Report {
  readonly messageId: number
  /** The number that the message was handed to; a report by any other is ignored. */
  readonly numberId: number
  readonly status: ReportedStatus
  /** When it happened, by the phone's own account. */
  readonly at: Date
  /** Why it failed; goes with `failed` only. */
  readonly error?: { readonly code: string; readonly message: string }
}

/** Announces that something may have become claimable or due. */
export const queueChannel = 'sms.queue'

/** Where messages queue that any number of the pool may take; those for one number queue under its id. */
export const poolLane = 0
