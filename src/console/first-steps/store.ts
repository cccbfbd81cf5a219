import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface FirstSteps {
  readonly uploaded: boolean
  readonly texted: boolean
  readonly heard: boolean
}

/** From kept counts, and from the few webhooks of a workspace. */
export const findFirstSteps = (database: Queryable, workspaceId: number): Promise<FirstSteps> =>
  database.one<FirstSteps>(sql`
    select /* console.first-steps.findFirstSteps */
      exists (select from files.usage where workspace_id = ${workspaceId} and file_count > 0) as uploaded,
      exists (select from sms.usage where workspace_id = ${workspaceId} and recipients > 0) as texted,
      exists (select from webhooks.webhook
               where workspace_id = ${workspaceId} and last_delivered_at is not null) as heard`)

export interface OverviewCounts {
  readonly numbers: number
  readonly online: number
  readonly silent: number
  readonly failed_texts: number
  readonly failed_deliveries: number
}

export const countedMax = 1000

/** Reads the latest failures only: an ID grows with the time of its row. */
export const findOverview = (
  database: Queryable,
  workspaceId: number,
  since: Date,
): Promise<OverviewCounts> =>
  database.one<OverviewCounts>(sql`
    with /* console.first-steps.findOverview */ numbers as (
      select n.online,
             n.workspace_id is not null and not n.online and p.device_id is not null and not p.paused as silent
        from sms.number n
        left join sms.phone p on p.number_id = n.id
       where n.removed_at is null and (n.workspace_id is null or n.workspace_id = ${workspaceId})
    ), texts as (
      select created_at from sms.message
       where workspace_id = ${workspaceId} and status = 'failed'
       order by id desc limit ${countedMax}
    ), deliveries as (
      select d.id
        from webhooks.webhook w
        join webhooks.delivery d on d.webhook_id = w.id
       where w.workspace_id = ${workspaceId} and d.status = 'failed' and d.created_at >= ${since}
       limit ${countedMax}
    )
    select (select count(*) from numbers)::int as numbers,
           (select count(*) from numbers where online)::int as online,
           (select count(*) from numbers where silent)::int as silent,
           (select count(*) from texts where created_at >= ${since})::int as failed_texts,
           (select count(*) from deliveries)::int as failed_deliveries`)
