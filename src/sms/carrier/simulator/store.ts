import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { prepared, sql } from '../../../platform/database/sql.ts'
import type { BodyRow } from '../../message/body.ts'
import type { Status } from '../../message/model.ts'
import { noteChanged } from '../../number/change-store.ts'
import { mayTake } from '../../queue/claim-store.ts'
import type { Behavior, BehaviorPatch, HandedText } from './model.ts'

export async function insertSimulator(tx: Transaction, numberId: number, behavior: Behavior): Promise<void> {
  await tx.run(sql`
    insert /* sms.simulator.insertSimulator */ into sms.simulator (number_id, deliver_ms, fail_rate, busy_rate, hold)
    values (${numberId}, ${behavior.deliverMs}, ${behavior.failRate}, ${behavior.busyRate}, ${behavior.hold})`)
}

export const patchSimulator = (
  database: Queryable,
  numberId: number,
  patch: BehaviorPatch,
): Promise<(Behavior & { readonly workspaceId: number | null }) | undefined> =>
  database.first(sql`
    update /* sms.simulator.patchSimulator */ sms.simulator s
       set deliver_ms = coalesce(${patch.deliverMs ?? null}, s.deliver_ms),
           fail_rate = coalesce(${patch.failRate ?? null}, s.fail_rate),
           busy_rate = coalesce(${patch.busyRate ?? null}, s.busy_rate),
           hold = coalesce(${patch.hold ?? null}, s.hold)
      from sms.number n
     where s.number_id = ${numberId} and n.id = s.number_id and n.removed_at is null
    returning s.deliver_ms as "deliverMs", s.fail_rate as "failRate", s.busy_rate as "busyRate", s.hold,
      n.workspace_id as "workspaceId"`)

export type SentText = HandedText & Pick<Behavior, 'failRate' | 'busyRate'> & { readonly attempt: number }

/** Claimed messages without a text: `m`, with its phone `s` and its attempts `r`. */
const claimed = sql`
      from sms.simulator s
      join sms.message m on m.number_id = s.number_id
      left join sms.retry r on r.message_id = m.id
     where m.status = 'sending' and r.due_at is null`

/** Includes messages that an earlier run left. Locked until commit. */
export const holdClaimed = (tx: Transaction, countMax: number): Promise<SentText[]> =>
  tx.rows<SentText>(sql`
    select /* sms.simulator.holdClaimed */
      m.id, m.number_id, s.fail_rate as "failRate", s.busy_rate as "busyRate", coalesce(r.attempts, 0) + 1 as attempt
      ${claimed}
     order by m.id
     limit ${countMax}
       for no key update of m skip locked`)

export async function insertTexts(
  tx: Transaction,
  texts: readonly HandedText[],
  at: Date,
): Promise<number[]> {
  const rows = await tx.rows<{ message_id: number }>(sql`
    insert /* sms.simulator.insertTexts */ into sms.simulated_text (message_id, number_id, at)
    select id, number_id, ${at}::timestamptz
      from unnest(${texts.map(({ id }) => id)}::bigint[], ${texts.map((text) => text.number_id)}::bigint[])
        with ordinality as handed (id, number_id, turn)
     order by turn
    on conflict (message_id) do nothing
    returning message_id`)
  return rows.map((row) => row.message_id)
}

export const holdDue = (tx: Transaction, now: Date, countMax: number): Promise<HandedText[]> =>
  tx.rows<HandedText>(sql`
    select /* sms.simulator.holdDue */ due.id, s.number_id
      from sms.simulator s
      cross join lateral (
        select id from sms.message
         where number_id = s.number_id and status = 'sent'
           and sent_at <= ${now}::timestamptz - s.deliver_ms * interval '1 millisecond'
         order by sent_at
         limit ${countMax}
           for no key update skip locked
      ) due
     where not s.hold
     limit ${countMax}`)

export const textsAmong = (
  database: Queryable,
  messageIds: readonly number[],
): Promise<{ message_id: number; number_id: number; at: Date }[]> =>
  database.rows(sql`
    select /* sms.simulator.textsAmong */ message_id, number_id, at
      from sms.simulated_text
     where message_id = any (${messageIds}::bigint[])`)

/** False when the operator switched the number off: it stays as it is. */
export const startOutage = async (tx: Transaction, numberId: number, until: Date): Promise<boolean> =>
  (await tx.first(sql`
    with /* sms.simulator.startOutage */ phone as materialized (
      select number_id, online_at from sms.simulator where number_id = ${numberId} for no key update
    ),
    held as materialized (
      select n.id, n.online
        from phone
        join sms.number n on n.id = phone.number_id
       where n.removed_at is null and (n.online or phone.online_at is not null)
         for no key update of n
    ),
    spell as (
      update sms.simulator s set online_at = ${until} from held where s.number_id = held.id returning s.number_id
    ),
    changed as (
      update sms.number n set online = false from held where n.id = held.id and held.online returning n.id
    ),
    noted as (${noteChanged({ at: tx.now(), online: false, reason: 'outage' })})
    select number_id from spell`)) !== undefined

/** A number that the operator switched off stays offline. */
export async function endOutage(tx: Transaction, numberId: number): Promise<void> {
  await tx.run(sql`
    with /* sms.simulator.endOutage */ over as (
      update sms.simulator set online_at = null
       where number_id = ${numberId} and online_at is not null
      returning number_id
    ),
    changed as (
      update sms.number n set online = true
        from over
       where n.id = over.number_id and n.removed_at is null and not n.online
      returning n.id
    )
    ${noteChanged({ at: tx.now(), online: true, reason: 'outage_over' })}`)
}

/** The operator decides when the phone is online again. */
export async function forgetOutage(tx: Transaction, numberId: number): Promise<void> {
  await tx.run(
    sql`update /* sms.simulator.forgetOutage */ sms.simulator set online_at = null where number_id = ${numberId}`,
  )
}

export const endOutages = (database: Queryable, now: Date): Promise<number> =>
  database.run(sql`
    with /* sms.simulator.endOutages */ over as (
      update sms.simulator set online_at = null where online_at <= ${now} returning number_id
    ),
    changed as (
      update sms.number n set online = true
        from over
       where n.id = over.number_id and n.removed_at is null and not n.online
      returning n.id
    )
    ${noteChanged({ at: now, online: true, reason: 'outage_over' })}`)

export async function nextDelivery(database: Queryable): Promise<Date | null> {
  const { at } = await database.one<{ at: Date | null }>(sql`
    select /* sms.simulator.nextDelivery */ min(first.sent_at + s.deliver_ms * interval '1 millisecond') as at
      from sms.simulator s
      cross join lateral (
        select sent_at from sms.message where number_id = s.number_id and status = 'sent' order by sent_at limit 1
      ) first
     where not s.hold`)
  return at
}

/** `ready`: a virtual phone may have something to do now. `at`: the next time when that may change. */
export const nextHandover = (tx: Transaction, now: Date): Promise<{ ready: boolean; at: Date | null }> =>
  tx.one(
    prepared(sql`
    select /* sms.simulator.nextHandover */
      exists (select from sms.number n where ${mayTake('simulator', now)})
        or exists (select ${claimed})
        or exists (select from sms.simulator where online_at <= ${now}) as ready,
      least(
        (select min(paused_until) from sms.number
          where carrier = 'simulator' and online and removed_at is null and paused_until > ${now}),
        (select min(r.due_at) from sms.retry r join sms.simulator s on s.number_id = r.number_id
          where r.due_at > ${now}),
        (select min(online_at) from sms.simulator)) as at`),
  )

export interface OutboxRow extends BodyRow {
  readonly id: number
  readonly status: Status
  readonly at: Date
}

export const selectOutbox = (database: Queryable, numberId: number, countMax: number): Promise<OutboxRow[]> =>
  database.rows<OutboxRow>(sql`
    select /* sms.simulator.selectOutbox */ id, phone, body, sealed_body, status, at from (
      select m.id, m.phone, m.body, m.sealed_body, m.status, t.at, t.place
        from sms.simulated_text t
        join sms.message m on m.id = t.message_id
       where t.number_id = ${numberId}
       order by t.message_id desc
       limit ${countMax}
    ) newest
    order by place`)

export async function hasSimulator(database: Queryable, numberId: number): Promise<boolean> {
  return (
    (await database.first(sql`
    select /* sms.simulator.hasSimulator */ 1 from sms.simulator where number_id = ${numberId}`)) !==
    undefined
  )
}
