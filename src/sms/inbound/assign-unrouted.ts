import type { Context } from '../../api/context.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { deliverToAccount } from './route-text.ts'
import { senderOf } from '../phone.ts'
import { queueChannel } from '../lanes.ts'
import { holdUnrouted, noteAssigned } from './unrouted-store.ts'

/** `unrouted assign`: the text becomes an inbound message. Throws `OperatorError`. */
export const assignUnrouted = (
  { database, clock, signals }: Pick<Context, 'database' | 'clock' | 'signals'>,
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
    tx.afterCommit(() => signals.publish(queueChannel))
    return { messageId }
  })
