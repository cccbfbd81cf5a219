import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../api/context.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { type PermitRoute, routeText } from './route-text.ts'
import { findRepeated, insertInbound, type ReceivedText, type Routed } from './store.ts'
import { phoneOfNumber } from '../number/store.ts'
import { senderOf } from '../phone.ts'
import { queueChannel } from '../lanes.ts'

/** A repeat with the same carrier key is the same text. `routeWaiting` routes what a crash leaves behind. */
export async function receiveText(
  context: Pick<Context, 'database' | 'clock' | 'notifications'>,
  text: ReceivedText,
): Promise<Routed> {
  const inboundId =
    (await storeText(context.database, context.clock, text)) ??
    (await findRepeated(context.database, text.numberId, text.carrierKey))?.id
  if (inboundId === undefined) throw new Error('An inbound text is neither new nor known.')
  return routeStored(context, inboundId)
}

export async function storeText(
  database: Queryable,
  clock: Clock,
  text: ReceivedText,
): Promise<number | undefined> {
  const phone = senderOf(text.phone, await phoneOfNumber(database, text.numberId))
  return insertInbound(database, { ...text, phone, body: storable(text.body) }, clock.now())
}

export const routeStored = (
  { database, clock, notifications }: Pick<Context, 'database' | 'clock' | 'notifications'>,
  inboundId: number,
): Promise<Routed> =>
  database.transaction(async (tx) => {
    const routed = await routeText(tx, clock, inboundId)
    tx.afterCommit(() => notifications.notify(queueChannel))
    return routed
  })

/** Stores and routes in one transaction, so that a text that `permit` refuses leaves nothing behind. */
export async function receiveAtOnce(
  tx: Transaction,
  { clock, notifications }: Pick<Context, 'clock' | 'notifications'>,
  text: Omit<ReceivedText, 'carrierKey'>,
  permit: PermitRoute,
): Promise<Routed> {
  const inboundId = await storeText(tx, clock, text)
  if (inboundId === undefined) throw new Error('A text without a key of its carrier cannot be a repeat.')
  const routed = await routeText(tx, clock, inboundId, permit)
  tx.afterCommit(() => notifications.notify(queueChannel))
  return routed
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const storable = (body: string): string => body.toWellFormed().replaceAll('\0', '\u{FFFD}')
