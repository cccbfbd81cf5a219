import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { surveyedMax } from '../../platform/operations/survey.ts'
import { firstLane, pausedLane, retryLane } from './model.ts'

export interface WaitingCount {
  readonly state: 'first' | 'retry' | 'later' | 'paused'
  readonly count: number
  readonly oldest: Date | null
}

export const countWaiting = (database: Queryable): Promise<WaitingCount[]> =>
  database.rows<WaitingCount>(sql`
    with /* webhooks.delivery.countWaiting */ first as (
      select id from webhooks.delivery where lane = ${firstLane} limit ${surveyedMax}
    ), retry as (
      select id from webhooks.delivery where lane = ${retryLane} limit ${surveyedMax}
    ), later as (
      select id from webhooks.delivery where status = 'pending' and lane is null limit ${surveyedMax}
    ), paused as (
      select id from webhooks.delivery where lane = ${pausedLane} limit ${surveyedMax}
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
