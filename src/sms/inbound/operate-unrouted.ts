import type { Context } from '../../api/context.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { deliverToAccount } from './route-text.ts'
import { senderOf } from '../phone.ts'
import { queueChannel } from '../lanes.ts'
import { holdUnrouted, noteAssigned, selectUnrouted } from './unrouted-store.ts'

/** `unrouted list`: oldest first. */
export const listUnrouted = async (
  { database }: Pick<Context, 'database'>,
  page: { readonly after: number; readonly limit: number },
) =>
  (await selectUnrouted(database, page)).map((row) => ({
    id: row.id,
    number_id: row.number_id,
    number: row.number,
    from: row.phone,
    body: row.body,
    received_at: row.received_at.toISOString(),
  }))

/** `unrouted assign`: the text becomes an inbound message. Throws `OperatorError`. */
export const assignUnrouted = (
  { database, clock, notifications }: Pick<Context, 'database' | 'clock' | 'notifications'>,
  id: number,
  workspaceId: number,
): Promise<{ messageId: number }> =>
  database.transaction(async (tx) => {
    const text = await holdUnrouted(tx, id)
    if (!text) throw new OperatorError(`Text ${id} is not on the unrouted list.`)
    // The text may be older than the normalization of senders.
    const phone = senderOf(text.phone, text.number)
    const { messageId } = await deliverToAccount(tx, clock, { ...text, phone }, workspaceId)
    await noteAssigned(tx, id, messageId)
    tx.afterCommit(() => notifications.notify(queueChannel))
    return { messageId }
  })
