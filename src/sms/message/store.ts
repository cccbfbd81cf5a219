import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { type Fragment, joined, sql } from '../../platform/database/sql.ts'
import { poolLane } from '../queue/model.ts'
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
    ),
    queued as (
      insert into sms.queue (message_id, workspace_id, lane, phone, expires_at)
      select id, workspace_id, coalesce(number_id, ${poolLane}), phone, expires_at from m
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
  const rows = await database.rows<MessageRow>(sql`
    select ${columns}
      from sms.message m
      left join sms.number n on n.id = m.number_id
     where ${joined([range(workspaceId, filter), ...conditions(filter)], ' and ', sql`true`)}
     order by ${order(filter)}
     limit ${limit}`)
  return rows.map(toMessage)
}

/**
 * All that is asked for, in words that PostgreSQL takes for no condition on an index (see `range`); a group is named
 * plainly, because its index has only messages with one.
 */
function* conditions(filter: MessageFilter): Generator<Fragment> {
  // Inbound messages are those received, so a direction needs no index of its own.
  if (filter.direction === 'in') yield sql`m.status is not distinct from 'received'`
  if (filter.direction === 'out') yield sql`m.status <> 'received'`
  if (filter.status !== undefined) yield sql`m.status is not distinct from ${filter.status}`
  if (filter.phone !== undefined) yield sql`m.phone is not distinct from ${filter.phone}`
  if (filter.numberId !== undefined) yield sql`m.number_id is not distinct from ${filter.numberId}`
  if (filter.groupId !== undefined) yield sql`m.group_id = ${filter.groupId}`
  if (filter.boundTo !== null) yield sql`m.number_id is not distinct from ${filter.boundTo}`
}

/** The column between workspace_id and id in the index to read along, and its value: the rarest that is given. */
function leading(
  filter: MessageFilter,
): { readonly column: Fragment; readonly value: string | number } | undefined {
  const status = filter.direction === 'in' ? 'received' : filter.status
  if (filter.phone !== undefined) return { column: sql`m.phone`, value: filter.phone }
  if (filter.groupId !== undefined) return { column: sql`m.group_id`, value: filter.groupId }
  // Most messages are delivered in the end: of those a number has fewer.
  if (status !== undefined && status !== 'delivered') return { column: sql`m.status`, value: status }
  const numberId = filter.boundTo ?? filter.numberId
  if (numberId !== undefined) return { column: sql`m.number_id`, value: numberId }
  return status === undefined ? undefined : { column: sql`m.status`, value: status }
}

/**
 * The stretch of one index, from `sinceId` to `beforeId`. Compared as rows and ordered by all columns, which leaves
 * PostgreSQL that one index to choose: with equalities it sometimes walks the primary key past all other accounts.
 */
function range(workspaceId: number, filter: MessageFilter): Fragment {
  const since = filter.sinceId ?? 0
  const before = filter.beforeId ?? Number.MAX_SAFE_INTEGER
  const lead = leading(filter)
  if (!lead) {
    return sql`(m.workspace_id, m.id) > (${workspaceId}, ${since}) and (m.workspace_id, m.id) < (${workspaceId}, ${before})`
  }
  const { column, value } = lead
  return sql`(m.workspace_id, ${column}, m.id) > (${workspaceId}, ${value}, ${since})
    and (m.workspace_id, ${column}, m.id) < (${workspaceId}, ${value}, ${before})`
}

function order(filter: MessageFilter): Fragment {
  const direction = filter.sinceId === undefined ? sql` desc` : sql``
  const lead = leading(filter)
  const columnsInOrder = lead
    ? [sql`m.workspace_id`, lead.column, sql`m.id`]
    : [sql`m.workspace_id`, sql`m.id`]
  return joined(
    columnsInOrder.map((column) => sql`${column}${direction}`),
    ', ',
    sql``,
  )
}
