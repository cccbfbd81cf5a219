import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface ReceivedText {
  readonly numberId: number
  readonly phone: string
  readonly body: string
  readonly at: Date
  readonly carrierKey?: string
}

export async function insertInbound(
  database: Queryable,
  text: ReceivedText,
  storedAt: Date,
): Promise<number | undefined> {
  const row = await database.first<{ id: number }>(sql`
    insert /* sms.inbound.insertInbound */
      into sms.inbound (number_id, carrier_key, phone, body, received_at, stored_at)
    values (${text.numberId}, ${text.carrierKey ?? null}, ${text.phone}, ${text.body}, ${text.at}, ${storedAt})
    on conflict (number_id, carrier_key) do nothing
    returning id`)
  return row?.id
}

export const findRepeated = (
  database: Queryable,
  numberId: number,
  carrierKey: string | undefined,
): Promise<{ id: number } | undefined> =>
  database.first<{ id: number }>(sql`
    select /* sms.inbound.findRepeated */
      id from sms.inbound where number_id = ${numberId} and carrier_key = ${carrierKey ?? null}`)

export interface InboundRow {
  readonly id: number
  readonly number_id: number
  readonly workspace_id: number | null
  readonly phone: string
  readonly body: string
  readonly received_at: Date
  readonly routed_at: Date | null
  readonly message_id: number | null
  readonly unrouted_id: number | null
}

/** Locks a text, so that it is routed once, and its number as a send does. */
export const holdInbound = (tx: Transaction, id: number): Promise<InboundRow> =>
  tx.one<InboundRow>(sql`
    select /* sms.inbound.holdInbound */
      i.id, i.number_id, n.workspace_id, i.phone, i.body, i.received_at, i.routed_at, i.message_id, i.unrouted_id
      from sms.inbound i
      join sms.number n on n.id = i.number_id
     where i.id = ${id}
       for no key update of i
       for key share of n`)

export type Routed = { readonly messageId: number } | { readonly unroutedId: number }

export async function noteRouted(tx: Transaction, id: number, routed: Routed, at: Date): Promise<void> {
  const [messageId, unroutedId] = 'messageId' in routed ? [routed.messageId, null] : [null, routed.unroutedId]
  await tx.run(sql`
    update /* sms.inbound.noteRouted */ sms.inbound
       set routed_at = ${at}, message_id = ${messageId}, unrouted_id = ${unroutedId}, body = ''
     where id = ${id}`)
}

export async function waitingInbound(
  database: Queryable,
  storedBefore: Date,
  countMax: number,
): Promise<number[]> {
  const rows = await database.rows<{ id: number }>(sql`
    select /* sms.inbound.waitingInbound */ id from sms.inbound
     where routed_at is null and stored_at <= ${storedBefore}
     order by id
     limit ${countMax}`)
  return rows.map(({ id }) => id)
}

export const deleteRouted = (database: Queryable, before: Date, countMax: number): Promise<number> =>
  database.run(sql`
    delete /* sms.inbound.deleteRouted */ from sms.inbound
     where ctid = any (array(
       select ctid from sms.inbound
        where routed_at is not null and routed_at <= ${before}
        order by routed_at
        limit ${countMax}
          for update skip locked))`)
