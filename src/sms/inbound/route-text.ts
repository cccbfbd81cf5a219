import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { systemAccountId } from '../account/model.ts'
import { lockAccount } from '../account/store.ts'
import { lastWriter, noteReceived } from '../contact/store.ts'
import { forwardText } from '../group/forward-text.ts'
import { groupOfMember } from '../group/store.ts'
import { insertIncoming } from '../message/store.ts'
import { isOwnNumber } from '../number/store.ts'
import { handleKeyword } from './handle-keyword.ts'
import { keywordOf } from '../optout/rules.ts'
import { handlesStopWords, optIn } from '../optout/store.ts'
import { countSegments } from '../segments.ts'
import { insertUnrouted } from './unrouted-store.ts'
import { holdInbound, type InboundRow, noteRouted, type Routed } from './store.ts'

/** Throws when the account that a text is for must not get it. Undefined: it is for nobody. */
export type PermitRoute = (account: number | undefined) => void

/**
 * Routes a stored text once: to the account of a dedicated number, on a pool number to the account that last wrote to the
 * phone, otherwise to the operator's list. Keywords and forwards to groups take effect in the same transaction.
 */
export async function routeText(
  tx: Transaction,
  clock: Clock,
  inboundId: number,
  permit?: PermitRoute,
): Promise<Routed> {
  const text = await holdInbound(tx, inboundId)
  if (text.message_id !== null) return { messageId: text.message_id }
  if (text.unrouted_id !== null) return { unroutedId: text.unrouted_id }
  const account = text.workspace_id ?? (await lastWriter(tx, text.number_id, text.phone))
  permit?.(account)
  const routed =
    account === undefined || account === systemAccountId
      ? await deliverToOperator(tx, clock, text, account)
      : await deliverToAccount(tx, clock, text, account)
  await noteRouted(tx, inboundId, routed, clock.now())
  return routed
}

async function deliverToOperator(
  tx: Transaction,
  clock: Clock,
  text: InboundRow,
  account: number | undefined,
): Promise<Routed> {
  const { number_id: numberId, phone, body, received_at: receivedAt } = text
  const unroutedId = await insertUnrouted(tx, { numberId, phone, body, receivedAt })
  if (account !== undefined && !(await isOwnNumber(tx, phone))) {
    await lockAccount(tx, account)
    await reactToKeyword(tx, clock, text, account)
  }
  return { unroutedId }
}

export type RoutedText = Pick<InboundRow, 'number_id' | 'phone' | 'body' | 'received_at'>

export async function deliverToAccount(
  tx: Transaction,
  clock: Clock,
  text: RoutedText,
  workspaceId: number,
): Promise<{ readonly messageId: number }> {
  const { number_id: numberId, phone, body, received_at: receivedAt } = text
  // Slow for a long text, so it happens before the lock.
  const segments = countSegments(body)
  await lockAccount(tx, workspaceId)
  const group = await groupOfMember(tx, workspaceId, numberId, phone)
  const groupId = group?.id ?? null
  const incoming = { numberId, groupId, phone, body, segments, receivedAt }
  const messageId = await insertIncoming(tx, workspaceId, incoming)
  await noteReceived(tx, workspaceId, { phone, numberId, at: receivedAt })
  // Two of our own numbers would answer each other forever.
  if (await isOwnNumber(tx, phone)) return { messageId }
  const heeded = await reactToKeyword(tx, clock, text, workspaceId)
  if (group && !heeded)
    await forwardText(tx, clock, { workspaceId, numberId, group, messageId, phone, body, receivedAt })
  return { messageId }
}

async function reactToKeyword(
  tx: Transaction,
  clock: Clock,
  { number_id: numberId, phone, body }: RoutedText,
  workspaceId: number,
): Promise<boolean> {
  const keyword = keywordOf(body)
  if (keyword === undefined) return false
  if (!(await handlesStopWords(tx, workspaceId))) {
    // Earlier opt-outs stand, and their phones must be able to end them.
    if (keyword === 'start') await optIn(tx, workspaceId, phone)
    return false
  }
  await handleKeyword(tx, clock, { workspaceId, phone, numberId }, keyword)
  return true
}
