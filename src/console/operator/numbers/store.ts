import type { Queryable } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { CarrierName } from '../../../sms/number/model.ts'

export interface ListedNumber {
  readonly id: number
  readonly number: string
  readonly label: string
  readonly carrier: CarrierName
  readonly pool: boolean
  readonly workspace: { readonly id: number; readonly name: string } | null
  readonly online: boolean
  readonly paused_until: Date | null
  readonly per_minute: number | null
  readonly per_half_hour: number | null
  readonly per_hour: number | null
  readonly per_day: number | null
  readonly outstanding_max: number
  readonly warms_up: boolean
  readonly cools_down: boolean
  readonly added_at: Date
  readonly has_phone: boolean
  readonly phone_name: string | null
  readonly app_version: string | null
  readonly connected_at: Date | null
  readonly last_seen_at: Date | null
  readonly health: unknown
  readonly sim: number | null
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
      n.id, n.phone as number, n.label, n.carrier, n.workspace_id is null as pool,
      case when w.id is not null then json_build_object('id', w.id, 'name', w.name) end as workspace,
      n.online, n.paused_until, n.per_minute, n.per_half_hour, n.per_hour, n.per_day, n.outstanding_max,
      n.warms_up_from is not null as warms_up, n.cools_down, n.added_at,
      p.number_id is not null as has_phone, p.name as phone_name, p.app_version, p.enrolled_at as connected_at,
      p.last_seen_at, p.health, p.sim
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

/** Messages that wait for this number alone. */
export async function countQueued(database: Queryable, numberId: number): Promise<number> {
  const { queued } = await database.one<{ queued: number }>(sql`
    select /* console.numbers.countQueued */ count(*)::int as queued from sms.queue where lane = ${numberId}`)
  return queued
}
