import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { admit, type RejectionReason, rejectionSentence } from '../account/rules.ts'
import { addUsage, allowanceOf, lockAccount, usageOf } from '../account/store.ts'
import { problem } from '../problems.ts'
import { poolLane } from '../queue/model.ts'
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
  /** The group that it goes to. */
  readonly groupId: number | null
  readonly ttlSeconds: number
}

/** What became of a send: the first recipients are queued, the last `rejected` are not. */
export interface Queued {
  readonly messages: Message[]
  readonly rejected: number
  /** Why some were rejected; null when none were. */
  readonly reason: RejectionReason | 'subscription_inactive' | null
}

/** `rejected`, `reason` and `message` are there when some recipients were rejected: docs/api/sms.md#allowance. */
export interface SendAnswer {
  messages: Message[]
  rejected?: number
  reason?: RejectionReason
  message?: string
}

/** Queues what the allowance permits, in order of the phones. Locks the account until commit. */
export async function queueMessages(tx: Transaction, clock: Clock, send: Send): Promise<Queued> {
  const { workspaceId, phones, body } = send
  // Counting segments is slow for a long text, so it happens before others have to wait.
  const segments = countSegments(body)
  await lockAccount(tx, workspaceId)
  // The time under the lock, so that created_at and the day of the allowance follow the order of ids.
  const now = clock.now()
  const allowance = await allowanceOf(tx, workspaceId)
  if (!allowance) return { messages: [], rejected: phones.length, reason: 'subscription_inactive' }
  const usage = await usageOf(tx, workspaceId, now)
  const { charges, free, rejected, reason } = admit(phones.length, segments, allowance, usage)
  if (charges.length === 0) return { messages: [], rejected, reason }
  const text = {
    body,
    sealedBody: null,
    segments,
    clientRef: send.clientRef,
    numberId: send.numberId,
    groupId: send.groupId,
    lane: send.numberId ?? poolLane,
    createdAt: now,
    expiresAt: new Date(now.getTime() + send.ttlSeconds * 1000),
    toOptedOut: false,
  }
  const accepted = phones.slice(0, charges.length)
  const { messages, chargedMicros } = await insertOutgoing(tx, workspaceId, text, accepted, charges)
  const recipients = charges.length
  const used = { recipients, segments: segments * recipients, allowance: free, chargedMicros }
  await addUsage(tx, workspaceId, now, used)
  return { messages, rejected, reason }
}

/**
 * How a send answers. Throws `daily_limit_reached` when no recipient was accepted, `subscription_inactive` when the plan
 * does not include SMS.
 */
export function answerSend({ messages, rejected, reason }: Queued): SendAnswer {
  if (reason === null) return { messages }
  if (reason === 'subscription_inactive') throw problem.subscription_inactive()
  const message = rejectionSentence(reason, rejected)
  if (messages.length === 0) throw problem.daily_limit_reached({ message, details: { reason } })
  return { messages, rejected, reason, message }
}

const replyTtlMs = 3_600_000

/** A short answer to a phone, from the number that it wrote to. */
export interface Reply {
  readonly workspaceId: number
  readonly phone: string
  readonly numberId: number
  readonly body: string
}

/**
 * Queues the answer to a keyword: also to a phone that opted out, outside the allowance and free of charge. Needs the lock
 * of the account.
 */
export async function queueReply(tx: Transaction, clock: Clock, reply: Reply): Promise<void> {
  const now = clock.now()
  const text = {
    body: reply.body,
    sealedBody: null,
    segments: countSegments(reply.body),
    clientRef: null,
    numberId: reply.numberId,
    groupId: null,
    lane: reply.numberId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + replyTtlMs),
    toOptedOut: true,
  }
  await insertOutgoing(tx, reply.workspaceId, text, [reply.phone], [0])
}
