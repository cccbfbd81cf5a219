import { IdentityRefusal, refusing } from '../../identity/refusal.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { type Fragment, sql } from '../../platform/database/sql.ts'
import type { KeyScope } from '../account/model.ts'
import { noteChanged } from './change-store.ts'
import type { CarrierName, NumberRow } from './model.ts'
import type { SendRateChange, SendRateLimit } from './send-rate.ts'

const columns = sql`
  n.id, n.phone, n.carrier, n.workspace_id, n.label, n.online, n.outstanding_max, n.per_minute, n.per_half_hour, n.per_hour,
  n.per_day, n.warms_up_from, n.cools_down, n.paused_until, n.paused_for`

/** Live numbers of the pool and of the account; for a bound key that one alone. */
export const usableNumbers = (
  database: Queryable,
  { workspaceId, numberId }: KeyScope,
): Promise<NumberRow[]> =>
  database.rows<NumberRow>(sql`
    select /* sms.number.usableNumbers */ ${columns}
      from sms.number n
     where n.removed_at is null and (n.workspace_id is null or n.workspace_id = ${workspaceId})
       and (${numberId}::bigint is null or n.id = ${numberId})
     order by n.id`)

/** Held until commit: the number can't be removed before its messages are queued. Claims do not wait for it. */
export const usableAmong = (
  tx: Transaction,
  workspaceId: number,
  { ids, phones }: { readonly ids: readonly number[]; readonly phones: readonly string[] },
): Promise<NumberRow[]> =>
  tx.rows<NumberRow>(sql`
    select /* sms.number.usableAmong */ ${columns}
      from sms.number n
     where (n.id = any (${ids}::bigint[]) or n.phone = any (${phones}::text[])) and n.removed_at is null
       and (n.workspace_id is null or n.workspace_id = ${workspaceId})
     order by n.id
       for key share of n`)

export const usableById = async (
  tx: Transaction,
  workspaceId: number,
  id: number,
): Promise<NumberRow | undefined> => (await usableAmong(tx, workspaceId, { ids: [id], phones: [] })).at(0)

/** Waits for current sends on the number and blocks new ones; undefined when it is not a live number. */
export const lockNumber = (tx: Transaction, id: number): Promise<NumberRow | undefined> =>
  tx.first<NumberRow>(sql`
    select /* sms.number.lockNumber */
      ${columns} from sms.number n where n.id = ${id} and n.removed_at is null for update`)

export async function ownAmong(database: Queryable, phones: readonly string[]): Promise<string[]> {
  const rows = await database.rows<{ phone: string }>(sql`
    select /* sms.number.ownAmong */ phone
      from sms.number where phone = any (${phones}::text[]) and removed_at is null`)
  return rows.map(({ phone }) => phone)
}

export const isOwnNumber = async (database: Queryable, phone: string): Promise<boolean> =>
  (await ownAmong(database, [phone])).length > 0

export async function phoneOfNumber(database: Queryable, id: number): Promise<string> {
  const { phone } = await database.one<{ phone: string }>(sql`
    select /* sms.number.phoneOfNumber */ phone from sms.number where id = ${id}`)
  return phone
}

/** By ID, also of numbers that were removed. */
export async function phonesOfNumbers(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.rows<{ id: number; phone: string }>(sql`
    select /* sms.number.phonesOfNumbers */ id, phone from sms.number where id = any (${ids}::bigint[])`)
  return new Map(rows.map(({ id, phone }) => [id, phone]))
}

export async function poolIsEmpty(database: Queryable): Promise<boolean> {
  const { empty } = await database.one<{ empty: boolean }>(sql`
    select /* sms.number.poolIsEmpty */
      not exists (select from sms.number where workspace_id is null and removed_at is null) as empty`)
  return empty
}

export const allNumbers = (database: Queryable): Promise<NumberRow[]> =>
  database.rows<NumberRow>(sql`
    select /* sms.number.allNumbers */ ${columns} from sms.number n where n.removed_at is null order by n.id`)

export const liveNumber = (database: Queryable, id: number): Promise<NumberRow | undefined> =>
  database.first<NumberRow>(
    sql`select /* sms.number.liveNumber */ ${columns} from sms.number n where n.id = ${id} and n.removed_at is null`,
  )

export interface NewNumber {
  readonly phone: string
  readonly carrier: CarrierName
  readonly workspaceId: number | null
  readonly label: string
  readonly online: boolean
  readonly addedAt: Date
  readonly sendRate: SendRateLimit
}

const unknownWorkspace = (workspaceId: number | null) =>
  refusing(
    workspaceId === null
      ? {}
      : { number_workspace_id_fkey: () => new IdentityRefusal('workspace_not_found', { workspaceId }) },
  )

/** Undefined when a live number has this phone. Throws `workspace_not_found`. */
export async function insertNumber(database: Queryable, number: NewNumber): Promise<number | undefined> {
  const { sendRate } = number
  const row = await database
    .first<{ id: number }>(sql`
    with /* sms.number.insertNumber */ changed as (
    insert into sms.number (phone, carrier, workspace_id, label, online, added_at, per_minute, per_half_hour, per_hour, per_day,
                       outstanding_max, warms_up_from, cools_down)
    values (${number.phone}, ${number.carrier}, ${number.workspaceId}, ${number.label}, ${number.online},
            ${number.addedAt}, ${sendRate.perMinute}, ${sendRate.perHalfHour}, ${sendRate.perHour}, ${sendRate.perDay},
            ${sendRate.outstandingMax}, ${sendRate.warmsUp ? number.addedAt : null}, ${sendRate.coolsDown})
    on conflict (phone) where removed_at is null do nothing
    returning id
    ),
    noted as (${noteChanged({ at: number.addedAt, online: number.online, reason: 'added' })})
    select id from changed`)
    .catch(unknownWorkspace(number.workspaceId))
  return row?.id
}

export const setOnline = (
  database: Queryable,
  id: number,
  online: boolean,
  at: Date,
): Promise<NumberRow | undefined> =>
  database.first<NumberRow>(sql`
    with /* sms.number.setOnline */ held as materialized (
      select id, online from sms.number where id = ${id} and removed_at is null for no key update
    ),
    changed as (select id from held where online <> ${online}),
    noted as (${noteChanged({ at, online, reason: 'operator' })})
    update sms.number n set online = ${online} from held where n.id = held.id
    returning ${columns}`)

export const setLabel = (database: Queryable, id: number, label: string): Promise<NumberRow | undefined> =>
  database.first<NumberRow>(sql`
    update /* sms.number.setLabel */
      sms.number n set label = ${label} where n.id = ${id} and n.removed_at is null returning ${columns}`)

export const setWorkspace = (
  database: Queryable,
  id: number,
  workspaceId: number | null,
): Promise<NumberRow | undefined> =>
  database
    .first<NumberRow>(sql`
    update /* sms.number.setWorkspace */ sms.number n set workspace_id = ${workspaceId}
     where n.id = ${id} and n.removed_at is null
    returning ${columns}`)
    .catch(unknownWorkspace(workspaceId))

export const setRemoved = (database: Queryable, id: number, at: Date): Promise<NumberRow | undefined> =>
  database.first<NumberRow>(sql`
    with /* sms.number.setRemoved */ held as materialized (
      select id, online from sms.number where id = ${id} and removed_at is null for update
    ),
    changed as (select id from held where online),
    noted as (${noteChanged({ at, online: false, reason: 'removed' })})
    update sms.number n set removed_at = ${at}, online = false from held where n.id = held.id
    returning ${columns}`)

/** A warm-up that is switched on starts at `now`. Ends a pause of the number. */
export const writeSendRate = (
  database: Queryable,
  id: number,
  change: SendRateChange,
  now: Date,
): Promise<NumberRow | undefined> => {
  const limit = (field: 'perMinute' | 'perHalfHour' | 'perHour' | 'perDay', column: Fragment) =>
    change[field] === undefined ? column : sql`${change[field]}`
  const warmsUpFrom =
    change.warmsUp === undefined ? sql`n.warms_up_from` : sql`${change.warmsUp ? now : null}`
  return database.first<NumberRow>(sql`
    update /* sms.number.writeSendRate */ sms.number n
       set per_minute = ${limit('perMinute', sql`n.per_minute`)},
           per_half_hour = ${limit('perHalfHour', sql`n.per_half_hour`)},
           per_hour = ${limit('perHour', sql`n.per_hour`)},
           per_day = ${limit('perDay', sql`n.per_day`)},
           warms_up_from = ${warmsUpFrom},
           outstanding_max = coalesce(${change.outstandingMax ?? null}, n.outstanding_max),
           cools_down = coalesce(${change.coolsDown ?? null}, n.cools_down),
           recent_failures = 0, paused_until = null, paused_for = null
     where n.id = ${id} and n.removed_at is null
    returning ${columns}`)
}
