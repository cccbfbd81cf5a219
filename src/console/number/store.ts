import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { NumberRow } from '../../sms/number/model.ts'

export interface ShownNumber extends NumberRow {
  readonly added_at: Date
  readonly device_id: string | null
  readonly enrolled_at: Date | null
  readonly phone_name: string | null
  readonly app_version: string | null
  readonly sim: number | null
  readonly last_seen_at: Date | null
  readonly clock_ahead_seconds: number | null
  readonly health: unknown
}

/** Of `ShownNumber`, from `sms.number n` and `sms.phone p`. */
export const shownColumns = sql`
  n.id, n.phone, n.carrier, n.workspace_id, n.label, n.online, n.outstanding_max, n.per_minute, n.per_half_hour, n.per_hour,
  n.per_day, n.warms_up_from, n.cools_down, n.paused_until, n.paused_for, n.added_at,
  p.device_id, p.enrolled_at, p.name as phone_name, p.app_version, p.sim, p.last_seen_at, p.clock_ahead_seconds, p.health`

const shown = sql`
  ${shownColumns}
  from sms.number n
  left join sms.phone p on p.number_id = n.id`

interface Page {
  readonly limit: number
  readonly before?: number | undefined
}

/** Live numbers of the pool and of the workspace, newest first. */
export const listShownNumbers = (
  database: Queryable,
  workspaceId: number,
  { limit, before }: Page,
): Promise<ShownNumber[]> =>
  database.rows<ShownNumber>(sql`
    select /* console.number.listShownNumbers */ ${shown}
     where n.removed_at is null and (n.workspace_id is null or n.workspace_id = ${workspaceId})
       and (${before ?? null}::bigint is null or n.id < ${before ?? null})
     order by n.id desc
     limit ${limit}`)

export const findShownNumber = (
  database: Queryable,
  workspaceId: number,
  id: number,
): Promise<ShownNumber | undefined> =>
  database.first<ShownNumber>(sql`
    select /* console.number.findShownNumber */ ${shown}
     where n.id = ${id} and n.removed_at is null and (n.workspace_id is null or n.workspace_id = ${workspaceId})`)

const countedMax = 1000

/** Texts of the workspace that wait for the number, and those that it has. */
export const countTexts = (
  database: Queryable,
  workspaceId: number,
  numberId: number,
): Promise<{ waiting: number; handed: number }> =>
  database.one(sql`
    select /* console.number.countTexts */
      (select count(*) from (
        select from sms.queue where lane = ${numberId} and workspace_id = ${workspaceId} limit ${countedMax}
      ) queued)::int as waiting,
      (select count(*) from (
        select from sms.message
         where number_id = ${numberId} and status = 'sending' and workspace_id = ${workspaceId}
         limit ${countedMax}
      ) sending)::int as handed`)
