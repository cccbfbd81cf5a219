import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface UnroutedText {
  readonly numberId: number
  readonly phone: string
  readonly body: string
  readonly receivedAt: Date
}

export async function insertUnrouted(tx: Transaction, text: UnroutedText): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert /* sms.inbound.insertUnrouted */ into sms.unrouted (number_id, phone, body, received_at)
    values (${text.numberId}, ${text.phone}, ${text.body}, ${text.receivedAt})
    returning id`)
  tx.tell({ scope: 'operators', topic: 'unrouted', ids: [id] })
  return id
}

export interface UnroutedRow {
  readonly id: number
  readonly number_id: number
  readonly number: string
  readonly phone: string
  readonly body: string
  readonly received_at: Date
}

const columns = sql`t.id, t.number_id, n.phone as number, t.phone, t.body, t.received_at`

/** `after`: oldest first. Otherwise newest first. */
export type UnroutedPage = { readonly limit: number } & (
  | { readonly after: number }
  | { readonly before: number | undefined }
)

export const selectUnrouted = (database: Queryable, page: UnroutedPage): Promise<UnroutedRow[]> =>
  database.rows<UnroutedRow>(sql`
    select /* sms.inbound.selectUnrouted */ ${columns}
      from sms.unrouted t
      join sms.number n on n.id = t.number_id
     where t.assigned_at is null and ${
       'after' in page
         ? sql`t.id > ${page.after}`
         : page.before === undefined
           ? sql`true`
           : sql`t.id < ${page.before}`
     }
     order by t.id ${'after' in page ? sql`` : sql`desc`}
     limit ${page.limit}`)

const countedMax = 1000

export async function countUnrouted(database: Queryable): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select /* sms.inbound.countUnrouted */ count(*)::int as count
      from (select from sms.unrouted where assigned_at is null limit ${countedMax}) t`)
  return count
}

export const findUnrouted = (database: Queryable, id: number): Promise<UnroutedRow | undefined> =>
  database.first<UnroutedRow>(sql`
    select /* sms.inbound.findUnrouted */ ${columns}
      from sms.unrouted t
      join sms.number n on n.id = t.number_id
     where t.id = ${id} and t.assigned_at is null`)

export const holdUnrouted = (tx: Transaction, id: number): Promise<UnroutedRow | undefined> =>
  tx.first<UnroutedRow>(sql`
    select /* sms.inbound.holdUnrouted */ ${columns}
      from sms.unrouted t
      join sms.number n on n.id = t.number_id
     where t.id = ${id} and t.assigned_at is null
       for no key update of t`)

export async function noteAssigned(tx: Transaction, id: number, messageId: number): Promise<void> {
  await tx.run(sql`
    update /* sms.inbound.noteAssigned */
      sms.unrouted set assigned_at = ${tx.now()}, message_id = ${messageId}, body = '' where id = ${id}`)
  tx.tell({ scope: 'operators', topic: 'unrouted', ids: [id] })
}
