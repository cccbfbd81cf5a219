import type { Queryable } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { CarrierName } from '../../../sms/number/model.ts'
import type { ShownNumber } from '../../number/store.ts'

export interface ListedNumber extends ShownNumber {
  readonly workspace: { readonly id: number; readonly name: string } | null
}

export interface NumberFilter {
  readonly id?: number | undefined
  readonly pool?: boolean | undefined
  readonly workspaceId?: number | undefined
  readonly carrier?: CarrierName | undefined
  readonly online?: boolean | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Live numbers, newest first. */
export const findNumbers = (
  database: Queryable,
  { id, pool = false, workspaceId, carrier, online, before, limit }: NumberFilter,
): Promise<ListedNumber[]> =>
  database.rows<ListedNumber>(sql`
    select /* console.numbers.findNumbers */
      n.id, n.phone, n.carrier, n.workspace_id, n.label, n.online, n.outstanding_max, n.per_minute, n.per_half_hour,
      n.per_hour, n.per_day, n.warms_up_from, n.cools_down, n.paused_until, n.paused_for, n.added_at,
      p.device_id, p.enrolled_at, p.name as phone_name, p.app_version, p.sim, p.last_seen_at, p.clock_ahead_seconds,
      p.health,
      case when w.id is not null then json_build_object('id', w.id, 'name', w.name) end as workspace
      from sms.number n
      left join identity.workspace w on w.id = n.dedicated_to
      left join sms.phone p on p.number_id = n.id
     where n.removed_at is null
       and ${id === undefined ? sql`true` : sql`n.id = ${id}`}
       and ${pool ? sql`n.workspace_id is null` : sql`true`}
       and ${workspaceId === undefined ? sql`true` : sql`n.workspace_id = ${workspaceId}`}
       and ${carrier === undefined ? sql`true` : sql`n.carrier = ${carrier}`}
       and ${online === undefined ? sql`true` : sql`n.online = ${online}`}
       and ${before === undefined ? sql`true` : sql`n.id < ${before}`}
     order by n.id desc
     limit ${limit}`)

const countedMax = 1000

/** Messages that wait for this number alone, counted up to a thousand. */
export async function countQueued(database: Queryable, numberId: number): Promise<number> {
  const { queued } = await database.one<{ queued: number }>(sql`
    select /* console.numbers.countQueued */ count(*)::int as queued
      from (select from sms.queue where lane = ${numberId} limit ${countedMax}) q`)
  return queued
}
