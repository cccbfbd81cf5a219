import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { type Fragment, joined, sql } from '../../platform/database/sql.ts'
import { optedOut } from '../optout/rules.ts'
import { standing } from '../optout/store.ts'
import { type Message, type MessageError, type MessageRow, type Status, toMessage } from './model.ts'

/** What all recipients of one send have in common. */
export interface OutgoingText {
  readonly body: string
  /** The body in place of the plain one. */
  readonly sealedBody: Buffer | null
  readonly segments: number
  readonly clientRef: string | null
  /** null: any number of the pool. */
  readonly numberId: number | null
  readonly groupId: number | null
  /** Where in the queue it waits: the number, or one of the lanes of the pool. */
  readonly lane: number
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Phones that opted out get it all the same: an answer to STOP or HELP. */
  readonly toOptedOut: boolean
}

const columns = sql`
  m.id, m.direction, m.phone, m.status, m.segments, m.body, m.client_ref, m.number_id, n.phone as number, m.group_id,
  m.error_code, m.error_message, m.created_at, m.expires_at, m.sent_at, m.delivered_at`

interface Inserted {
  /** As they were accepted: queued, also those that failed at once. */
  readonly messages: Message[]
  readonly chargedMicros: number
}

/**
 * Queues one message a phone, in order; `charges` has as many entries as `phones`. Messages to phones that opted out are
 * failed at once and not charged. Needs the lock of the account.
 */
export async function insertOutgoing(
  tx: Transaction,
  workspaceId: number,
  text: OutgoingText,
  phones: readonly string[],
  charges: readonly number[],
): Promise<Inserted> {
  const rows = await tx.rows<MessageRow & { charge_micros: number }>(sql`
    with /* sms.message.insertOutgoing */ m as (
      insert into sms.message
        (workspace_id, direction, phone, body, sealed_body, status, segments, client_ref, number_id, group_id,
         charge_micros, created_at, expires_at, error_code, error_message)
      select ${workspaceId}, 'out', to_whom.phone, ${text.body}, ${text.sealedBody}::bytea,
             case when o.phone is null then 'queued' else 'failed' end,
             ${text.segments}::int, ${text.clientRef}, ${text.numberId}::bigint, ${text.groupId}::bigint,
             case when o.phone is null then to_whom.charge else 0 end,
             ${text.createdAt}::timestamptz, ${text.expiresAt}::timestamptz,
             case when o.phone is not null then ${optedOut.code}::text end,
             case when o.phone is not null then ${optedOut.message}::text end
        from unnest(${phones}::text[], ${charges}::bigint[]) with ordinality as to_whom (phone, charge, place)
        left join ${standing(workspaceId)} on o.phone = to_whom.phone and not ${text.toOptedOut}::boolean
       order by to_whom.place
      returning *
    ),
    queued as (
      insert into sms.queue (message_id, workspace_id, lane, phone, expires_at)
      select id, workspace_id, ${text.lane}::bigint, phone, expires_at from m where status = 'queued'
    )
    select ${columns}, m.charge_micros from m left join sms.number n on n.id = m.number_id order by m.id`)
  return {
    messages: rows.map((row) => ({ ...toMessage(row), status: 'queued', error: null })),
    chargedMicros: rows.reduce((sum, row) => sum + row.charge_micros, 0),
  }
}

export interface IncomingText {
  readonly numberId: number
  readonly groupId: number | null
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
    insert /* sms.message.insertIncoming */
      into sms.message (workspace_id, direction, phone, body, status, segments, number_id, group_id, created_at)
    values (${workspaceId}, 'in', ${text.phone}, ${text.body}, 'received', ${text.segments}, ${text.numberId},
            ${text.groupId}, ${text.receivedAt})
    returning id`)
  return id
}

/** Records on an inbound message why it was not forwarded to everybody. */
export async function writeError(tx: Transaction, id: number, error: MessageError): Promise<void> {
  await tx.run(sql`
    update /* sms.message.writeError */
      sms.message set error_code = ${error.code}, error_message = ${error.message} where id = ${id}`)
}

/** One message of the account; with `boundTo` only one on that number. */
export async function findMessage(
  database: Queryable,
  workspaceId: number,
  id: number,
  boundTo: number | null,
): Promise<Message | undefined> {
  const row = await database.find<MessageRow>(sql`
    select /* sms.message.findMessage */ ${columns}
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
  /** The number that the key is bound to; it hides all other messages. */
  readonly boundTo: number | null
}

/** At most `limit` messages: newest first, with `sinceId` oldest first. */
export async function selectMessages(
  database: Queryable,
  workspaceId: number,
  filter: MessageFilter,
  limit: number,
): Promise<Message[]> {
  if (contradictory(filter)) return []
  const { wanted, lead } = conditionsOf(filter)
  const range = { since: filter.sinceId ?? 0, before: filter.beforeId ?? Number.MAX_SAFE_INTEGER }
  const direction = filter.sinceId === undefined ? sql`desc` : sql``
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

interface Equality {
  readonly column: Fragment
  readonly value: string | number
}

/**
 * The conditions, split into the range of one index to read along (`lead`: the column between workspace_id and id, the
 * most selective one given) and the remaining filters. PostgreSQL itself sometimes walks the primary key past all other
 * accounts, so the range is compared as rows, and the filters are written so that they match no index.
 */
function conditionsOf(filter: MessageFilter): { wanted: readonly Fragment[]; lead: Equality | undefined } {
  const { phone, groupId } = filter
  const numberId = filter.boundTo ?? filter.numberId
  // Inbound messages are exactly those received, so a direction needs no index of its own.
  const status = filter.direction === 'in' ? 'received' : filter.status
  const ofNumber = numberId === undefined ? [] : [{ column: sql`m.number_id`, value: numberId }]
  const ofStatus = status === undefined ? [] : [{ column: sql`m.status`, value: status }]
  const equalities: readonly Equality[] = [
    ...(phone === undefined ? [] : [{ column: sql`m.phone`, value: phone }]),
    ...(groupId === undefined ? [] : [{ column: sql`m.group_id`, value: groupId }]),
    // Most messages end as delivered; a number has fewer of those than an account.
    ...(status === 'delivered' ? [...ofNumber, ...ofStatus] : [...ofStatus, ...ofNumber]),
  ]
  const [lead, ...rest] = equalities
  const wanted = rest.map(({ column, value }) => sql`${column} is not distinct from ${value}`)
  return { wanted: filter.direction === 'out' ? [...wanted, sql`m.status <> 'received'`] : wanted, lead }
}

/** Whether no row can match; looking for it would read everything. */
function contradictory({ direction, status, numberId, boundTo }: MessageFilter): boolean {
  if (boundTo !== null && numberId !== undefined && numberId !== boundTo) return true
  if (direction === undefined || status === undefined) return false
  return (direction === 'in') !== (status === 'received')
}
