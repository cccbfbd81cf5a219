import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { admit, type RejectionReason, rejectionSentence } from '../account/rules.ts'
import { addUsage, allowanceOf, lockAccount, usageOf } from '../account/store.ts'
import { problem } from '../problems.ts'
import { countSegments } from '../segments.ts'
import type { Message } from './model.ts'
import { insertOutgoing } from './store.ts'

/** A validated text to one or more phones. */
export interface Send {
  readonly workspaceId: number
  /** Distinct E.164 numbers. */
  readonly phones: readonly string[]
  readonly body: string
  readonly clientRef: string | null
  /** null: any number of the pool. */
  readonly numberId: number | null
  readonly ttlSeconds: number
}

/** `rejected`, `reason` and `message` are there when some recipients were rejected: docs/api/sms.md#allowance. */
export interface SendAnswer {
  messages: Message[]
  rejected?: number
  reason?: RejectionReason
  message?: string
}

/**
 * Queues what the allowance permits, in order of the phones. Locks the account until commit. Throws
 * `daily_limit_reached` when no recipient was accepted, `subscription_inactive` when the plan does not include SMS.
 */
export async function queueMessages(tx: Transaction, clock: Clock, send: Send): Promise<SendAnswer> {
  const { workspaceId, phones, body } = send
  // Counting segments is slow for a long text, so it happens before others have to wait.
  const segments = countSegments(body)
  await lockAccount(tx, workspaceId)
  // The time under the lock, so that created_at and the day of the allowance follow the order of ids.
  const now = clock.now()
  const allowance = await allowanceOf(tx, workspaceId)
  if (!allowance) throw problem.subscription_inactive()
  const usage = await usageOf(tx, workspaceId, now)
  const { charges, rejected, reason } = admit(phones.length, segments, allowance, usage)
  const sentence = reason === null ? '' : rejectionSentence(reason, rejected)
  if (reason !== null && charges.length === 0) {
    throw problem.daily_limit_reached({ message: sentence, details: { reason } })
  }
  const text = {
    body,
    segments,
    clientRef: send.clientRef,
    numberId: send.numberId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + send.ttlSeconds * 1000),
  }
  const messages = await insertOutgoing(tx, workspaceId, text, phones.slice(0, charges.length), charges)
  const chargedMicros = charges.reduce((sum, charge) => sum + charge, 0)
  await addUsage(tx, workspaceId, now, { recipients: charges.length, chargedMicros })
  return reason === null ? { messages } : { messages, rejected, reason, message: sentence }
}
