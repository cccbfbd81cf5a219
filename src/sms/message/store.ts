import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { type Fragment, joined, sql } from '../../platform/database/sql.ts'
import { type Message, type MessageRow, type Status, toMessage } from './model.ts'

/** What every recipient of one send has in common. */
export interface OutgoingText {
  readonly body: string
  readonly segments: number
  readonly clientRef: string | null
  /** null: any number of the pool. */
  readonly numberId: number | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columns = sql`
  m.id, m.direction, m.phone, m.status, m.segments, m.body, m.client_ref, m.number_id, n.phone as number, m.group_id,
  m.error_code, m.error_message, m.created_at, m.expires_at, m.sent_at, m.delivered_at`

/** Queues one message a phone, in order; `charges` has as many entries as `phones`. Needs the lock of the account. */
export async function insertOutgoing(
  tx: Transaction,
  workspaceId: number,
  text: OutgoingText,
  phones: readonly string[],
  charges: readonly number[],
): Promise<Message[]> {
  const rows = await tx.rows<MessageRow>(sql`
    with m as (
      insert into sms.message
        (workspace_id, direction, phone, body, status, segments, client_ref, number_id, charge_micros,
         created_at, expires_at)
      select ${workspaceId}, 'out', to_whom.phone, ${text.body}, 'queued', ${text.segments}::int, ${text.clientRef},
             ${text.numberId}::bigint, to_whom.charge, ${text.createdAt}::timestamptz, ${text.expiresAt}::timestamptz
        from unnest(${phones}::text[], ${charges}::bigint[]) with ordinality as to_whom (phone, charge, place)
       order by to_whom.place
      returning *
    )
    select ${columns} from m left join sms.number n on n.id = m.number_id order by m.id`)
  return rows.map(toMessage)
}

export interface IncomingText {
  readonly numberId: number
  readonly phone: string
  readonly body: string
  readonly segments: number
  readonly receivedAt: Date
}

/** Stores an inbound message and returns its id. Needs the lock of the account. */
export async function insertIncoming(
  tx: Transaction,
  workspaceId: number,
  text: IncomingText,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into sms.message (workspace_id, direction, phone, body, status, segments, number_id, created_at)
    values (${workspaceId}, 'in', ${text.phone}, ${text.body}, 'received', ${text.segments}, ${text.numberId},
            ${text.receivedAt})
    returning id`)
  return id
}

/** One message of the account; with `boundTo` only one on that number. */
export async function findMessage(
  database: Queryable,
  workspaceId: number,
  id: number,
  boundTo: number | null,
): Promise<Message | undefined> {
  const row = await database.first<MessageRow>(sql`
    select ${columns}
      from sms.message m
      left join sms.number n on n.id = m.number_id
     where m.id = ${id} and m.workspace_id = ${workspaceId}
       and (${boundTo}::bigint is null or m.number_id = ${boundTo})`)
  return row && toMessage(row)
}

export interface MessageFilter {
  readonly direction?: 'in' | 'out' | undefined
  readonly status?: Status | undefined
  readonly phone?: string | undefined
  readonly numberId?: number | undefined
  readonly groupId?: number | undefined
  readonly sinceId?: number | undefined
  readonly beforeId?: number | undefined
  /** The number that the key is bound to: nothing else is seen. */
  readonly boundTo: number | null
}

/** At most `limit` messages: newest first, with `sinceId` oldest first. */
export async function selectMessages(
  database: Queryable,
  workspaceId: number,
  filter: MessageFilter,
  limit: number,
): Promise<Message[]> {
  const order = filter.sinceId === undefined ? sql`m.id desc` : sql`m.id`
  const rows = await database.rows<MessageRow>(sql`
    select ${columns}
      from sms.message m
      left join sms.number n on n.id = m.number_id
     where m.workspace_id = ${workspaceId} and ${joined(conditions(filter), ' and ', sql`true`)}
     order by ${order}
     limit ${limit}`)
  return rows.map(toMessage)
}

function* conditionsOf(filter: MessageFilter): Generator<Fragment> {
  // Inbound messages are those received: an equality that has an index, where a direction has none.
  if (filter.direction === 'in') yield sql`m.status = 'received'`
  if (filter.direction === 'out') yield sql`m.status <> 'received'`
  if (filter.status !== undefined) yield sql`m.status = ${filter.status}`
  if (filter.phone !== undefined) yield sql`m.phone = ${filter.phone}`
  if (filter.numberId !== undefined) yield sql`m.number_id = ${filter.numberId}`
  if (filter.groupId !== undefined) yield sql`m.group_id = ${filter.groupId}`
  if (filter.sinceId !== undefined) yield sql`m.id > ${filter.sinceId}`
  if (filter.beforeId !== undefined) yield sql`m.id < ${filter.beforeId}`
  if (filter.boundTo !== null) yield sql`m.number_id = ${filter.boundTo}`
}

const conditions = (filter: MessageFilter): readonly Fragment[] => [...conditionsOf(filter)]
