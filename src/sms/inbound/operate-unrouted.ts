import type { Context } from '../../api/context.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { type RecentWriter, recentWriters } from '../contact/store.ts'
import { queueChannel } from '../lanes.ts'
import { senderOf } from '../phone.ts'
import { SmsRefusal } from '../refusal.ts'
import { deliverToAccount } from './route-text.ts'
import {
  findUnrouted,
  holdUnrouted,
  noteAssigned,
  selectUnrouted,
  type UnroutedPage,
  type UnroutedRow,
} from './unrouted-store.ts'

const toView = (row: UnroutedRow) => ({
  id: row.id,
  number_id: row.number_id,
  number: row.number,
  from: row.phone,
  body: row.body,
  received_at: row.received_at.toISOString(),
})

export type UnroutedView = ReturnType<typeof toView>

/** Texts that belong to no account. */
export const listUnrouted = async ({ database }: Pick<Context, 'database'>, page: UnroutedPage) =>
  (await selectUnrouted(database, page)).map(toView)

async function requireUnrouted(database: Queryable, id: number): Promise<UnroutedRow> {
  const text = await findUnrouted(database, id)
  if (!text) throw new SmsRefusal('unrouted_not_found', { textId: id })
  return text
}

/** Throws `unrouted_not_found`. */
export const readUnrouted = async ({ database }: Pick<Context, 'database'>, id: number) =>
  toView(await requireUnrouted(database, id))

const suggestionsMax = 3

/** Workspaces that wrote to the sender of a text, the last one first. Throws `unrouted_not_found`. */
export async function suggestWorkspaces(
  { database }: Pick<Context, 'database'>,
  id: number,
): Promise<RecentWriter[]> {
  const text = await requireUnrouted(database, id)
  return recentWriters(database, senderOf(text.phone, text.number), suggestionsMax)
}

/** The text becomes an inbound message of the workspace. Throws `unrouted_not_found`. */
export async function assignUnrouted(
  tx: Transaction,
  { clock, notifications }: { readonly clock: Clock } & Pick<Context, 'notifications'>,
  id: number,
  workspaceId: number,
): Promise<{ messageId: number }> {
  const text = await holdUnrouted(tx, id)
  if (!text) throw new SmsRefusal('unrouted_not_found', { textId: id })
  // The text may be older than the normalization of senders.
  const phone = senderOf(text.phone, text.number)
  const { messageId } = await deliverToAccount(tx, clock, { ...text, phone }, workspaceId)
  await noteAssigned(tx, id, messageId)
  tx.afterCommit(() => notifications.notify(queueChannel))
  return { messageId }
}
