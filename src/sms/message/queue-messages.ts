import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type Admission, admit, type RejectionReason, rejectionSentence } from '../account/rules.ts'
import { type AddedUsage, addUsage, lockAccount, type AccountStanding, standingOf } from '../account/store.ts'
import { problem } from '../problems.ts'
import { countSegments } from '../segments.ts'
import type { Message } from './model.ts'
import { insertOutgoing, type OutgoingSender, type OutgoingText, type Recipient } from './outgoing-store.ts'

export interface Send {
  /** Distinct E.164 numbers. */
  readonly phones: readonly string[]
  readonly body: string
  readonly segments: number
  readonly clientRef: string | null
  readonly sender: OutgoingSender | null
  readonly groupId: number | null
  readonly ttlSeconds: number
}

export interface QueuedSend {
  readonly messages: Message[]
  readonly rejected: number
  readonly reason: RejectionReason | 'subscription_inactive' | null
}

export interface SendAnswer {
  messages: Message[]
  rejected?: number
  reason?: RejectionReason
  message?: string
}

/** Locks the account until commit. */
export async function queueMessages(
  tx: Transaction,
  clock: Clock,
  workspaceId: number,
  send: Omit<Send, 'segments'>,
): Promise<QueuedSend> {
  // Slow for a long text, so it happens before the lock.
  const segments = countSegments(send.body)
  await lockAccount(tx, workspaceId)
  const now = clock.now()
  const standing = await standingOf(tx, workspaceId, now, send.phones)
  const [queued] = await queueSends(tx, now, workspaceId, standing, [{ ...send, segments }])
  if (!queued) throw new Error('A send was neither queued nor refused.')
  return queued
}

/**
 * Queues what the allowance permits, in order. Needs the lock of the account; `standing` (of all the phones) and `now` are
 * read under it, so that created_at and the day of the allowance follow the order of ids.
 */
export async function queueSends(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  standing: AccountStanding | undefined,
  sends: readonly Send[],
): Promise<QueuedSend[]> {
  if (!standing)
    return sends.map(({ phones: { length } }) => ({
      messages: [],
      rejected: length,
      reason: 'subscription_inactive',
    }))
  const admitted = admitAll(sends, standing)
  const added = admitted.reduce(usedBy, nothing)
  if (added.recipients > 0) tx.tell({ scope: workspaceId, topic: 'usage', ids: null })
  const texts = admitted.map(({ send, recipients }) => textOf(send, recipients, now))
  const [messages] =
    added.recipients > 0
      ? await Promise.all([
          insertOutgoing(tx, workspaceId, now, texts),
          addUsage(tx, workspaceId, now, added),
        ])
      : [[]]
  return admitted.map(({ admission: { rejected, reason } }, index) => ({
    messages: messages[index] ?? [],
    rejected,
    reason,
  }))
}

interface Admitted {
  readonly send: Send
  readonly admission: Admission
  readonly recipients: readonly Recipient[]
}

const nothing: AddedUsage = { recipients: 0, segments: 0, allowance: 0, chargedMicros: 0 }

/** A message to a phone that opted out costs nothing. */
function admitAll(
  sends: readonly Send[],
  { allowance, optedOut, ...before }: AccountStanding,
): readonly Admitted[] {
  let { usage } = before
  return sends.map((send) => {
    const admission = admit(send.phones.length, send.segments, allowance, usage)
    const recipients = admission.charges.map((charge, index) => {
      const phone = send.phones[index] ?? ''
      const isOut = optedOut.has(phone)
      return { phone, chargeMicros: isOut ? 0 : charge, optedOut: isOut }
    })
    const admitted = { send, admission, recipients }
    const used = usedBy(nothing, admitted)
    usage = {
      recipientsToday: usage.recipientsToday + used.recipients,
      chargedThisMonthMicros: usage.chargedThisMonthMicros + used.chargedMicros,
    }
    return admitted
  })
}

const usedBy = (sum: AddedUsage, { send, admission, recipients }: Admitted): AddedUsage => ({
  recipients: sum.recipients + recipients.length,
  segments: sum.segments + send.segments * recipients.length,
  allowance: sum.allowance + admission.free,
  chargedMicros: recipients.reduce((micros, { chargeMicros }) => micros + chargeMicros, sum.chargedMicros),
})

const textOf = (send: Send, recipients: readonly Recipient[], now: Date): OutgoingText => ({
  body: send.body,
  sealedBody: null,
  segments: send.segments,
  clientRef: send.clientRef,
  sender: send.sender,
  groupId: send.groupId,
  expiresAt: new Date(now.getTime() + send.ttlSeconds * 1000),
  recipients,
})

/** Throws `daily_limit_reached` when no recipient was accepted, `subscription_inactive` without a plan. */
export function answerSend({ messages, rejected, reason }: QueuedSend): SendAnswer {
  if (reason === null) return { messages }
  if (reason === 'subscription_inactive') throw problem.subscription_inactive()
  const message = rejectionSentence(reason, rejected)
  if (messages.length === 0) throw problem.daily_limit_reached({ message, details: { reason } })
  return { messages, rejected, reason, message }
}

const replyTtlMs = 3_600_000

export interface Reply {
  readonly workspaceId: number
  readonly phone: string
  readonly numberId: number
  readonly body: string
}

/** Answers a keyword: also to a phone that opted out, and free of charge. Needs the lock of the account. */
export async function queueReply(
  tx: Transaction,
  clock: Clock,
  { workspaceId, phone, numberId, body }: Reply,
): Promise<void> {
  const now = clock.now()
  const reply: OutgoingText = {
    body,
    sealedBody: null,
    segments: countSegments(body),
    clientRef: null,
    sender: { id: numberId, phone: null },
    groupId: null,
    expiresAt: new Date(now.getTime() + replyTtlMs),
    recipients: [{ phone, chargeMicros: 0, optedOut: false }],
  }
  await insertOutgoing(tx, workspaceId, now, [reply])
}
