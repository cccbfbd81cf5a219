import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../api/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { routeText } from './route-text.ts'
import { findRepeated, insertInbound, type ReceivedText, type Routed } from './store.ts'
import { phoneOfNumber } from '../number/store.ts'
import { senderOf } from '../phone.ts'
import { queueChannel } from '../lanes.ts'

/**
 * Takes a text that reached one of our numbers, from every carrier. When it returns the text is stored; a repeat with the
 * same key of the carrier is the same text. What a crash leaves unrouted a loop routes later: routeWaiting.
 */
export async function receiveText(
  context: Pick<Context, 'database' | 'clock' | 'signals'>,
  text: ReceivedText,
): Promise<Routed> {
  const inboundId =
    (await storeText(context.database, context.clock, text)) ??
    (await findRepeated(context.database, text.numberId, text.carrierKey))?.id
  if (inboundId === undefined) throw new Error('An inbound text is neither new nor known.')
  return routeStored(context, inboundId)
}

/** Stores a text before anything else happens to it; undefined when it is a repeat. */
export async function storeText(
  database: Queryable,
  clock: Clock,
  text: ReceivedText,
): Promise<number | undefined> {
  const phone = senderOf(text.phone, await phoneOfNumber(database, text.numberId))
  return insertInbound(database, { ...text, phone, body: storable(text.body) }, clock.now())
}

/** Routes a stored text, unless that happened already. */
export const routeStored = (
  { database, clock, signals }: Pick<Context, 'database' | 'clock' | 'signals'>,
  inboundId: number,
): Promise<Routed> =>
  database.transaction(async (tx) => {
    const routed = await routeText(tx, clock, inboundId)
    tx.afterCommit(() => signals.publish(queueChannel))
    return routed
  })

/** Phones hand over what they got; PostgreSQL stores neither NUL nor half a character. */
const storable = (body: string): string => body.toWellFormed().replaceAll('\0', '\u{FFFD}')
