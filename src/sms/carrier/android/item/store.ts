import type { Queryable, Transaction } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { systemAccountId } from '../../../account/model.ts'
import type { BodyRow } from '../../../message/body.ts'
import type { Status } from '../../../message/model.ts'
import type { HeldItem } from './model.ts'

/** Waits for another attempt, so the phone does not have it. */
const isDelayed = sql`
  exists (select from sms.retry r where r.message_id = m.id and r.due_at is not null)`

/** Records what the phone is about to get, before any answer contains it. */
export async function noteListed(
  tx: Transaction,
  { numberId, deviceId }: { readonly numberId: number; readonly deviceId: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert /* sms.item.noteListed */ into sms.phone_item as i (message_id, number_id, device_id, attempt, listed_at)
    select id, number_id, ${deviceId}::text, 1, ${now}::timestamptz
      from sms.message m
     where number_id = ${numberId} and status = 'sending' and not ${isDelayed}
     order by id
    on conflict (message_id) do update
       set device_id = excluded.device_id, listed_at = excluded.listed_at
     where i.listed_at is null`)
}

export type HeldRow = Omit<HeldItem, 'body'> & BodyRow

export const heldItems = (tx: Transaction, numberId: number, countMax: number): Promise<HeldRow[]> =>
  tx.rows<HeldRow>(sql`
    select /* sms.item.heldItems */ m.id, m.phone, m.body, m.sealed_body, m.workspace_id = ${systemAccountId} as urgent,
           m.created_at as "createdAt", m.expires_at as "expiresAt", i.device_id as "deviceId", i.attempt,
           i.listed_at as "listedAt", i.asked_at as "askedAt", i.reported_at as "reportedAt"
      from sms.message m
      join sms.phone_item i on i.message_id = m.id
     where m.number_id = ${numberId} and m.status = 'sending' and i.listed_at is not null
     order by m.id
     limit ${countMax}`)

export async function noteQueried(tx: Transaction, ids: readonly number[], now: Date): Promise<void> {
  await tx.run(sql`
    update /* sms.item.noteQueried */ sms.phone_item set asked_at = ${now} where message_id = any (${ids}::bigint[])`)
}

export interface ReportedItem {
  readonly id: number
  readonly status: Status
  readonly takenAt: Date
  readonly expiresAt: Date | null
  readonly parts: number
  readonly delays: number
  /** null: no report is expected any more. */
  readonly deviceId: string | null
  readonly attempt: number | null
  readonly listedAt: Date | null
  readonly askedAt: Date | null
}

/** Locks the messages of the number, in order of ids like all reports. */
export const holdReported = (
  tx: Transaction,
  numberId: number,
  ids: readonly number[],
): Promise<ReportedItem[]> =>
  tx.rows<ReportedItem>(sql`
    select /* sms.item.holdReported */ m.id, m.status, m.taken_at as "takenAt", m.expires_at as "expiresAt",
           coalesce(p.parts, m.segments) as parts, coalesce(r.attempts, 0) as delays,
           i.device_id as "deviceId", i.attempt, i.listed_at as "listedAt", i.asked_at as "askedAt"
      from sms.message m
      left join sms.phone_item i on i.message_id = m.id
      left join sms.phone_parts p on p.message_id = m.id
      left join sms.retry r on r.message_id = m.id
     where m.id = any (${ids}::bigint[]) and m.number_id = ${numberId} and m.taken_at is not null
     order by m.id
       for no key update of m`)

export async function noteReported(tx: Transaction, ids: readonly number[], now: Date): Promise<void> {
  await tx.run(sql`
    update /* sms.item.noteReported */ sms.phone_item
       set reported_at = ${now} where message_id = any (${ids}::bigint[])`)
}

export async function renewItems(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    update /* sms.item.renewItems */ sms.phone_item
       set attempt = attempt + 1, listed_at = null, asked_at = null, reported_at = null
     where message_id = any (${ids}::bigint[])`)
}

export async function renewDelayed(tx: Transaction, ids: readonly number[]): Promise<void> {
  const delayed = await tx.rows<{ id: number }>(sql`
    select /* sms.item.renewDelayed */ message_id as id
      from sms.retry where message_id = any (${ids}::bigint[]) and due_at is not null`)
  await renewItems(
    tx,
    delayed.map(({ id }) => id),
  )
}

export async function dropSettled(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    delete /* sms.item.dropSettled */ from sms.phone_item i
     using sms.message m
     where i.message_id = any (${ids}::bigint[]) and m.id = i.message_id and m.status <> 'sending'`)
}

export const deleteSettled = (database: Queryable, countMax: number): Promise<number> =>
  database.run(sql`
    delete /* sms.item.deleteSettled */ from sms.phone_item
     where message_id in (
       select i.message_id from sms.phone_item i
        where not exists (select from sms.message m where m.id = i.message_id and m.status = 'sending')
        limit ${countMax})`)
