import type { ReportedStatus } from '../message/rules.ts'

export interface TakenMessage {
  readonly id: number
  readonly numberId: number
  readonly phone: string
  readonly body: string
  /** From 1; higher after temporary failures. */
  readonly attempt: number
}

export interface HandedMessage {
  readonly id: number
  readonly numberId: number
  readonly takenAt: Date
}

export interface Report {
  readonly messageId: number
  /** Reports by any other number are ignored. */
  readonly numberId: number
  readonly status: ReportedStatus
  readonly at: Date
  readonly error?: { readonly code: string; readonly message: string }
  /** Only with `failed`: nothing of this attempt was or will be sent, so the number may get it again. */
  readonly failedAttempt?: number
}
