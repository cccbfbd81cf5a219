import type { Transaction } from '../../platform/database/database.ts'
import { lockAccount } from '../account/store.ts'
import { lastWriter, noteHeard } from '../contact/store.ts'
import { countSegments } from '../segments.ts'
import { insertIncoming } from './store.ts'
import { insertUnrouted } from '../unrouted/store.ts'

export interface ReceivedText {
  readonly number: { readonly id: number; readonly workspace_id: number | null }
  /** E.164 of the sender. */
  readonly phone: string
  readonly body: string
  readonly at: Date
}

/**
 * Stores a text that reached one of our numbers. On a dedicated number it belongs to its account; on a pool number to
 * the account that last wrote to that phone from that number; otherwise it goes to the operator's list.
 */
export async function receiveText(
  tx: Transaction,
  text: ReceivedText,
): Promise<{ readonly messageId: number } | { readonly unroutedId: number }> {
  const { number, phone, body, at } = text
  const workspaceId = number.workspace_id ?? (await lastWriter(tx, number.id, phone))
  if (workspaceId === undefined) {
    return { unroutedId: await insertUnrouted(tx, { numberId: number.id, phone, body, receivedAt: at }) }
  }
  const segments = countSegments(body)
  await lockAccount(tx, workspaceId)
  const incoming = { numberId: number.id, phone, body, segments, receivedAt: at }
  const messageId = await insertIncoming(tx, workspaceId, incoming)
  await noteHeard(tx, workspaceId, { phone, numberId: number.id, at })
  return { messageId }
}
