import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { countedMax } from '../../platform/operations/collector.ts'
import type { Status } from './model.ts'

const recentMax = 1_000

/** The oldest queued one is not of a workspace that is being deleted, whose texts wait on purpose. */
export const countOpenMessages = (
  database: Queryable,
): Promise<{ status: Status; count: number; oldest: Date | null }[]> =>
  database.rows(sql`
    with /* sms.message.countOpenMessages */ queued as (
      select message_id as id, workspace_id from sms.queue order by message_id limit ${countedMax}
    ), hidden as (
      select workspace_id from (select distinct workspace_id from queued) w where identity.is_deleted(workspace_id)
    ), sending as (
      select id from sms.message where status = 'sending' limit ${countedMax}
    ), sent as (
      select id from sms.message where status = 'sent' limit ${countedMax}
    ), counted (status, count, first_id) as (
      select 'queued', count(*), min(id) filter (where workspace_id not in (select workspace_id from hidden)) from queued
      union all
      select 'sending', count(*), min(id) from sending
      union all
      select 'sent', count(*), min(id) from sent
    )
    select counted.status, counted.count, message.created_at as oldest
    from counted left join sms.message on message.id = counted.first_id`)

export const countRecentMessages = (database: Queryable): Promise<{ status: Status; count: number }[]> =>
  database.rows(sql`
    select /* sms.message.countRecentMessages */ status, count(*)
    from (select status from sms.message order by id desc limit ${recentMax}) as recent
    group by status`)
