import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { countedMax } from '../../platform/operations/collector.ts'
import { firstLane, pausedLane, retryLane } from './model.ts'

export interface WaitingCount {
  readonly state: 'first' | 'retry' | 'later' | 'paused'
  readonly count: number
  readonly oldest: Date | null
}

export const countWaiting = (database: Queryable): Promise<WaitingCount[]> =>
  database.rows<WaitingCount>(sql`
    with /* webhooks.delivery.countWaiting */ first as (
      select id from webhooks.delivery where lane = ${firstLane} limit ${countedMax}
    ), retry as (
      select id from webhooks.delivery where lane = ${retryLane} limit ${countedMax}
    ), later as (
      select id from webhooks.delivery where status = 'pending' and lane is null limit ${countedMax}
    ), paused as (
      select id from webhooks.delivery where lane = ${pausedLane} limit ${countedMax}
    ), counted (state, count, first_id) as (
      select 'first', count(*), min(id) from first
      union all
      select 'retry', count(*), min(id) from retry
      union all
      select 'later', count(*), min(id) from later
      union all
      select 'paused', count(*), min(id) from paused
    )
    select counted.state, counted.count, delivery.created_at as oldest
      from counted left join webhooks.delivery on delivery.id = counted.first_id`)
