import type { ReportedStatus } from '../message/rules.ts'

/** A message that a claim handed to a number. */
export interface TakenMessage {
  readonly id: number
  readonly numberId: number
  readonly phone: string
  readonly body: string
  /** From 1; higher when the carrier said that it could not send the message for the moment. */
  readonly attempt: number
}

/** A message that a number has and did not tell of. */
export interface HandedMessage {
  readonly id: number
  readonly numberId: number
  readonly takenAt: Date
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
  /**
   * Goes with `failed` only: this attempt did not send the message and cannot do so any more, but another one may. The same
   * number is given the message again, three times in all.
   */
  readonly failedAttempt?: number
}
