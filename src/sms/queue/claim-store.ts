import type { Transaction } from '../../platform/database/database.ts'
import { type Fragment, prepared, sql } from '../../platform/database/sql.ts'
import type { BodyRow } from '../message/body.ts'
import type { CarrierName } from '../number/model.ts'
import type { PartLimits } from '../number/send-rate-rules.ts'
import { poolLane, systemLane } from '../lanes.ts'
import type { Assigned, FreeNumber, WaitingMessage } from './rules.ts'

export interface HeldNumber extends Omit<FreeNumber, 'outstanding' | 'partsTaken' | 'budgets'>, PartLimits {
  readonly servedWorkspaceId: number
  readonly hasRetries: boolean
}

/** The next claim takes the others. */
const numbersMax = 200

// Planned `once`: the queue grows to hundreds of thousands of rows within seconds, and a claim reads a few of them.

const held = sql`
  n.id, n.workspace_id as "workspaceId", n.served_workspace_id as "servedWorkspaceId", n.served_at as "servedAt",
  n.outstanding_max as "outstandingMax", n.per_minute as "perMinute", n.per_half_hour as "perHalfHour",
  n.per_hour as "perHour", n.per_day as "perDay", n.warms_up_from as "warmsUpFrom"`

/** Locks an online number, so that one claim at a time counts its messages; none when it is locked or offline. */
export const holdNumber = (tx: Transaction, id: number, now: Date): Promise<HeldNumber[]> =>
  tx.rows<HeldNumber>(sql`
    select /* sms.queue.holdNumber */ ${held},
           exists (select from sms.retry where number_id = n.id and due_at <= ${now}) as "hasRetries"
      from sms.number n
     where n.id = ${id} and n.online and n.removed_at is null and (n.paused_until is null or n.paused_until <= ${now})
       for no key update skip locked`)

/** Whether a number of a carrier, `n` in the statement, is free and may have something to send. Reads a few rows. */
export const mayTake = (carrier: CarrierName, now: Date): Fragment => sql`
       n.carrier = ${carrier} and n.online and n.removed_at is null
       and (n.paused_until is null or n.paused_until <= ${now})
       and (
         exists (select from sms.queue where lane = n.id)
         or exists (select from sms.retry where number_id = n.id and due_at <= ${now})
         or n.workspace_id is null and (
           exists (select from sms.queue where lane = ${poolLane})
           or exists (select from sms.queue where lane = ${systemLane}))
       )`

export const holdNumbersOf = (tx: Transaction, carrier: CarrierName, now: Date): Promise<HeldNumber[]> =>
  tx.rows<HeldNumber>(
    prepared(sql`
    select /* sms.queue.holdNumbersOf */ ${held},
           exists (select from sms.retry where number_id = n.id and due_at <= ${now}) as "hasRetries"
      from sms.number n
     where ${mayTake(carrier, now)}
     order by n.served_at nulls first, n.id
     limit ${numbersMax}
       for no key update skip locked`),
  )

/** Without what waits for another attempt. Exact while the numbers are held. */
export async function countOutstanding(
  tx: Transaction,
  numberIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.rows<{ id: number; count: number }>(sql`
    select /* sms.queue.countOutstanding */ n.id, sending.count
      from unnest(${numberIds}::bigint[]) as n (id)
      cross join lateral (
        select (select count(*)::int from sms.message where number_id = n.id and status = 'sending')
             - (select count(*)::int from sms.retry where number_id = n.id and due_at is not null) as count
      ) sending
     where sending.count > 0`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export interface AccountQueue {
  readonly lane: number
  readonly workspaceId: number
}

const accountsMax = 50

/**
 * Round-robin from the account after `served`, without those that are being deleted. Steps along an index: its cost does
 * not depend on the queue.
 */
export const accountQueuesAfter = (
  tx: Transaction,
  lanes: readonly number[],
  served: number,
): Promise<AccountQueue[]> =>
  tx.rows<AccountQueue>(sql`
    with /* sms.queue.accountQueuesAfter */ recursive step (lane, workspace_id, place, wrapped) as (
      select lane, ${served}::bigint, 0, false from unnest(${lanes}::bigint[]) as lane
      union all
      select step.lane, next.id, step.place + case when identity.is_deleted(next.id) then 0 else 1 end,
             step.wrapped or ahead.id is null
        from step
        cross join lateral (
          select min(workspace_id) as id from sms.queue where lane = step.lane and workspace_id > step.workspace_id
        ) ahead
        cross join lateral (
          -- After the highest account it continues with the lowest, once.
          select coalesce(ahead.id, case when not step.wrapped then
            (select min(workspace_id) from sms.queue where lane = step.lane)
          end) as id
        ) next
       where step.place < ${accountsMax} and next.id is not null
         and not ((step.wrapped or ahead.id is null) and next.id > ${served})
    )
    select lane, workspace_id as "workspaceId" from step where place > 0 and not identity.is_deleted(workspace_id)`)

const lookAheadMin = 200

/** Skips recipients with another online sticky number. Waits for a paused one ten minutes at most. */
export const oldestOf = (
  tx: Transaction,
  queues: readonly AccountQueue[],
  numberIds: readonly number[],
  { countMax, now }: { readonly countMax: number; readonly now: Date },
): Promise<WaitingMessage[]> =>
  tx.rows<WaitingMessage>(sql`
    select /* sms.queue.oldestOf */
      waiting.message_id as id, account_queue.workspace_id as "workspaceId", m.segments as parts,
           waiting.sticky_to as "stickyTo", case when account_queue.lane > 0 then account_queue.lane end as "boundTo"
      from unnest(${queues.map(({ lane }) => lane)}::bigint[], ${queues.map((queue) => queue.workspaceId)}::bigint[])
        as account_queue (lane, workspace_id)
      cross join lateral (
        select q.message_id, sticky.number_id as sticky_to
          from (
            -- Rows are compared whole and ordered by all columns, which leaves one index.
            select message_id, phone, expires_at from sms.queue
             where (lane, workspace_id, message_id) > (account_queue.lane, account_queue.workspace_id, 0)
               and (lane, workspace_id, message_id) < (account_queue.lane, account_queue.workspace_id + 1, 0)
               and expires_at > ${now}
             order by lane, workspace_id, message_id
             limit ${Math.max(countMax, lookAheadMin)}
          ) q
          left join lateral (
            select c.number_id
              from sms.contact c
              join sms.number n on n.id = c.number_id
             where account_queue.lane <= 0 and c.workspace_id = account_queue.workspace_id and c.phone = q.phone
               and n.online and n.removed_at is null and n.workspace_id is null
               and (n.paused_until is null or n.paused_until <= least(
                 ${now}::timestamptz + interval '10 minutes',
                 ${now}::timestamptz + (q.expires_at - ${now}::timestamptz) / 2))
             order by c.spoke_at desc, c.wrote_id desc nulls last
             limit 1
          ) sticky on true
         where sticky.number_id is null or sticky.number_id = any (${numberIds}::bigint[])
         limit ${countMax}
      ) waiting
      -- With a limit it is looked up row by row.
      cross join lateral (select segments from sms.message where id = waiting.message_id limit 1) m`)

export interface TakenRow extends BodyRow {
  readonly id: number
  readonly workspace_id: number
  readonly number_id: number
  readonly segments: number
  readonly attempt: number
}

export const takeRetries = (
  tx: Transaction,
  rooms: readonly { readonly id: number; readonly room: number }[],
  now: Date,
): Promise<TakenRow[]> =>
  tx.rows<TakenRow>(sql`
    with /* sms.queue.takeRetries */ due as (
      select waiting.message_id
        from unnest(${rooms.map(({ id }) => id)}::bigint[], ${rooms.map(({ room }) => room)}::int[]) as free (id, room)
        cross join lateral (
          select message_id from sms.retry
           where number_id = free.id and due_at <= ${now}
             and not identity.is_deleted((select workspace_id from sms.message where id = message_id))
           order by due_at
           limit free.room
        ) waiting
    ),
    handed as (
      update sms.retry r set due_at = null from due where r.message_id = due.message_id
      returning r.message_id, r.number_id, r.attempts
    ),
    noted as (
      insert into sms.handoff (message_id, number_id, at, what)
      select message_id, number_id, ${now}::timestamptz, 'handed' from handed
    )
    select m.id, m.workspace_id, m.number_id, m.phone, m.body, m.sealed_body, m.segments,
           handed.attempts + 1 as attempt
      from handed
      join sms.message m on m.id = handed.message_id
     order by m.id`)

/**
 * queued -> sending. Skips messages that are being cancelled or claimed concurrently. Finds rows by arrays, because a
 * join with hundreds of them is planned to scan small tables. Keeps the order of the assignment.
 */
export const takeMessages = (
  tx: Transaction,
  assigned: readonly Assigned<{ readonly id: number }>[],
  now: Date,
): Promise<TakenRow[]> => {
  const ids = assigned.map(({ message }) => message.id)
  const numberIds = assigned.map(({ numberId }) => numberId)
  return tx.rows<TakenRow>(sql`
    with /* sms.queue.takeMessages */ locked as (
      select message_id, ctid from sms.queue where message_id = any (${ids}::bigint[]) for update skip locked
    ),
    unqueued as (
      delete from sms.queue where ctid = any (array(select ctid from locked))
    ),
    taken as (
      update sms.message m
         set status = 'sending', number_id = assigned.number_id, taken_at = ${now}
        from unnest(${ids}::bigint[], ${numberIds}::bigint[])
          with ordinality as assigned (message_id, number_id, place)
       where m.id = any (array(select message_id from locked)) and assigned.message_id = m.id
      returning m.id, m.number_id, m.workspace_id, m.phone, m.body, m.sealed_body, m.segments, assigned.place
    ),
    spoken as (
      insert into sms.contact as c (workspace_id, phone, number_id, spoke_at, wrote_at, wrote_id)
      select workspace_id, phone, number_id, ${now}::timestamptz, ${now}::timestamptz, max(id)
        from taken group by workspace_id, phone, number_id
      on conflict (workspace_id, phone, number_id) do update
         set spoke_at = greatest(c.spoke_at, excluded.spoke_at),
             wrote_at = greatest(c.wrote_at, excluded.wrote_at),
             wrote_id = greatest(c.wrote_id, excluded.wrote_id)
    ),
    noted as (
      insert into sms.handoff (message_id, number_id, at, what)
      select id, number_id, ${now}::timestamptz, 'handed' from taken
    )
    select id, workspace_id, number_id, phone, body, sealed_body, segments, 1 as attempt
      from taken order by place`)
}

export interface LastServed {
  readonly numberIds: readonly number[]
  readonly workspaceId: number
  readonly takenAt: Date | null
}

export async function writeLastServed(
  tx: Transaction,
  { numberIds, workspaceId, takenAt }: LastServed,
): Promise<void> {
  await tx.run(sql`
    update /* sms.queue.writeLastServed */ sms.number
       set served_workspace_id = ${workspaceId}, served_at = coalesce(${takenAt}, served_at)
     where id = any (${numberIds}::bigint[])`)
}
