import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { rejectionSentence } from '../account/rules.ts'
import { type QueuedSend, queueMessages } from '../message/queue-messages.ts'
import { ttlDefaultSeconds } from '../message/send-fields.ts'
import { writeError } from '../message/store.ts'
import { conversationStart, refusalToForward, forwarded } from './rules.ts'
import { type ForwardingGroup, recentTexts } from './store.ts'

export interface MemberText {
  readonly workspaceId: number
  readonly numberId: number
  readonly group: ForwardingGroup
  readonly messageId: number
  readonly phone: string
  readonly body: string
  readonly receivedAt: Date
}

/** Within the allowance, and unless it looks automated. Needs the lock of the account. */
export async function forwardText(tx: Transaction, clock: Clock, text: MemberText): Promise<void> {
  const { workspaceId, numberId, group, messageId, body } = text
  if (group.others.length === 0) return
  const excess = refusalToForward(await recentTexts(tx, text, conversationStart(text.receivedAt)), text)
  if (excess !== undefined) {
    await writeError(tx, messageId, { code: 'not_forwarded', message: excess })
    return
  }
  const queued = await queueMessages(tx, clock, workspaceId, {
    phones: group.others,
    body: forwarded(group.name, body),
    clientRef: null,
    sender: { id: numberId, phone: null },
    groupId: group.id,
    ttlSeconds: ttlDefaultSeconds,
  })
  if (queued.reason !== null)
    await writeError(tx, messageId, { code: 'not_forwarded', message: sentenceOf(queued) })
}

const sentenceOf = ({ reason, rejected }: QueuedSend): string =>
  reason === null || reason === 'subscription_inactive'
    ? 'The plan of this account does not include SMS. The text was not forwarded.'
    : rejectionSentence(reason, rejected)
