import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { type Fragment, joined, sql } from '../../platform/database/sql.ts'
import type { KeyScope } from '../account/model.ts'
import { poolLane } from '../lanes.ts'
import { type Message, type MessageError, type MessageRow, type Status, toMessage } from './model.ts'

/** Of `m`, a message, and `n`, its number. */
export const columns = sql`
  m.id, m.direction, m.phone, m.status, m.segments, m.body, m.client_ref, m.number_id, n.phone as number, m.group_id,
  m.error_code, m.error_message, m.created_at, m.expires_at, m.sent_at, m.delivered_at`

export interface IncomingText {
  readonly numberId: number
  readonly groupId: number | null
  readonly phone: string
  readonly body: string
  readonly segments: number
  readonly receivedAt: Date
}

/** Needs the lock of the account. */
export async function insertIncoming(
  tx: Transaction,
  workspaceId: number,
  text: IncomingText,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    with /* sms.message.insertIncoming */ m as (
      insert into sms.message (workspace_id, direction, phone, body, status, segments, number_id, group_id, created_at)
      values (${workspaceId}, 'in', ${text.phone}, ${text.body}, 'received', ${text.segments}, ${text.numberId},
              ${text.groupId}, ${text.receivedAt})
      returning id, workspace_id, phone, created_at
    ),
    conversation as (
      insert into sms.conversation as c (workspace_id, phone, last_id, last_in_id, last_in_at)
      select workspace_id, phone, id, id, created_at from m
      on conflict (workspace_id, phone) do update
         set last_id = excluded.last_id, last_in_id = excluded.last_in_id,
             last_in_at = greatest(c.last_in_at, excluded.last_in_at)
    )
    select id from m`)
  tx.tell({ scope: workspaceId, topic: 'messages', ids: [id] })
  return id
}

export async function writeError(tx: Transaction, id: number, error: MessageError): Promise<void> {
  await tx.run(sql`
    update /* sms.message.writeError */
      sms.message set error_code = ${error.code}, error_message = ${error.message} where id = ${id}`)
}

export async function findMessage(
  database: Queryable,
  { workspaceId, numberId }: KeyScope,
  id: number,
): Promise<Message | undefined> {
  const row = await database.find<MessageRow>(sql`
    select /* sms.message.findMessage */ ${columns}
      from sms.message m
      left join sms.number n on n.id = m.number_id
     where m.id = ${id} and m.workspace_id = ${workspaceId}
       and (${numberId}::bigint is null or m.number_id = ${numberId})`)
  return row && toMessage(row)
}

export const hasPhone = async (database: Queryable, workspaceId: number, phone: string): Promise<boolean> =>
  (await database.first(sql`
    select /* sms.message.hasPhone */ 1 from sms.message
     where workspace_id = ${workspaceId} and phone = ${phone} limit 1`)) !== undefined

export interface MessageFilter {
  readonly direction?: 'in' | 'out' | undefined
  readonly status?: Status | undefined
  readonly phone?: string | undefined
  readonly numberId?: number | undefined
  readonly groupId?: number | undefined
  readonly sinceId?: number | undefined
  readonly beforeId?: number | undefined
  readonly boundTo: number | null
}

/** Newest first, with `sinceId` oldest first. */
export async function selectMessages(
  database: Queryable,
  workspaceId: number,
  filter: MessageFilter,
  limit: number,
): Promise<Message[]> {
  if (contradictory(filter)) return []
  if (filter.status === 'queued' && filter.phone === undefined && filter.groupId === undefined)
    return selectQueued(database, workspaceId, filter, limit)
  const { wanted, lead } = conditionsOf(filter)
  const { range, direction } = rangeOf(filter)
  const [stretch, order] = lead
    ? [
        sql`${lead.column} = ${lead.value}
       and (m.workspace_id, ${lead.column}, m.id) > (${workspaceId}, ${lead.value}, ${range.since})
       and (m.workspace_id, ${lead.column}, m.id) < (${workspaceId}, ${lead.value}, ${range.before})`,
        sql`m.workspace_id ${direction}, ${lead.column} ${direction}, m.id ${direction}`,
      ]
    : [
        sql`(m.workspace_id, m.id) > (${workspaceId}, ${range.since})
       and (m.workspace_id, m.id) < (${workspaceId}, ${range.before})`,
        sql`m.workspace_id ${direction}, m.id ${direction}`,
      ]
  const rows = await database.rows<MessageRow>(sql`
    select /* sms.message.selectMessages */ ${columns}
      from sms.message m
      left join sms.number n on n.id = m.number_id
     where ${stretch} and ${joined(wanted, ' and ', sql`true`)}
     order by ${order}
     limit ${limit}`)
  return rows.map(toMessage)
}

const rangeOf = ({ sinceId, beforeId }: MessageFilter) => ({
  range: { since: sinceId ?? 0, before: beforeId ?? Number.MAX_SAFE_INTEGER },
  direction: sinceId === undefined ? sql`desc` : sql``,
})

/** Reads the first of each lane of the queue: one lane a number, and one for the pool. */
async function selectQueued(
  database: Queryable,
  workspaceId: number,
  filter: MessageFilter,
  limit: number,
): Promise<Message[]> {
  const { range, direction } = rangeOf(filter)
  const numberId = filter.boundTo ?? filter.numberId
  const lanes =
    numberId === undefined
      ? sql`select /* sms.message.selectQueued */ ${poolLane}::bigint union all
            select id from sms.number
             where removed_at is null and (workspace_id is null or workspace_id = ${workspaceId})`
      : sql`select /* sms.message.selectQueued.2 */ ${numberId}::bigint`
  const rows = await database.rows<MessageRow>(sql`
    select /* sms.message.selectQueued.3 */ ${columns}
      from (
        select first.message_id as id
          from (${lanes}) as own (lane)
         cross join lateral (
           select message_id from sms.queue q
            where (q.lane, q.workspace_id, q.message_id) > (own.lane, ${workspaceId}, ${range.since})
              and (q.lane, q.workspace_id, q.message_id) < (own.lane, ${workspaceId}, ${range.before})
            order by q.lane ${direction}, q.workspace_id ${direction}, q.message_id ${direction}
            limit ${limit}
         ) first
         order by first.message_id ${direction}
         limit ${limit}
      ) waiting
      join sms.message m on m.id = waiting.id
      left join sms.number n on n.id = m.number_id
     order by m.id ${direction}`)
  return rows.map(toMessage)
}

interface Equality {
  readonly column: Fragment
  readonly value: string | number
}

/**
 * `lead` is the most selective column, between workspace_id and id in one index. PostgreSQL sometimes walks the primary
 * key past all other accounts, so the range is compared as rows, and the rest is written to match no index.
 */
export function conditionsOf(filter: MessageFilter): {
  wanted: readonly Fragment[]
  lead: Equality | undefined
} {
  const { phone, groupId } = filter
  const numberId = filter.boundTo ?? filter.numberId
  // All inbound messages are received, so a direction needs no index of its own.
  const status = filter.direction === 'in' ? 'received' : filter.status
  const ofNumber = numberId === undefined ? [] : [{ column: sql`m.number_id`, value: numberId }]
  const ofStatus = status === undefined ? [] : [{ column: sql`m.status`, value: status }]
  const equalities: readonly Equality[] = [
    ...(phone === undefined ? [] : [{ column: sql`m.phone`, value: phone }]),
    ...(groupId === undefined ? [] : [{ column: sql`m.group_id`, value: groupId }]),
    // Most messages are delivered; a number has fewer of those than an account.
    ...(status === 'delivered' ? [...ofNumber, ...ofStatus] : [...ofStatus, ...ofNumber]),
  ]
  const [lead, ...rest] = equalities
  const wanted = rest.map(({ column, value }) => sql`${column} is not distinct from ${value}`)
  return { wanted: filter.direction === 'out' ? [...wanted, sql`m.status <> 'received'`] : wanted, lead }
}

export function contradictory({ direction, status, numberId, boundTo }: MessageFilter): boolean {
  if (boundTo !== null && numberId !== undefined && numberId !== boundTo) return true
  if (direction === undefined || status === undefined) return false
  return (direction === 'in') !== (status === 'received')
}
