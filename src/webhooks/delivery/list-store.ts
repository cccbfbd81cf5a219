import type { Queryable } from '../../platform/database/database.ts'
import { sql, type Fragment } from '../../platform/database/sql.ts'
import { deliveryStatuses, pausedLane, type DeliveryStatus } from './model.ts'

export interface ListedDelivery {
  readonly id: number
  readonly event: string
  readonly test: boolean
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly response_status: number | null
  readonly last_error: string | null
  readonly created_at: Date
  readonly delivered_at: Date | null
  readonly next_attempt_at: Date | null
}

export const deliveryColumns = sql`
      id, event, test, status, attempts, response_status, last_error, created_at, delivered_at,
      case when status = 'pending' and claim_id is null and attempts > 0 and lane is distinct from ${pausedLane} then due_at end as next_attempt_at`

interface Newest {
  /** All by default. */
  readonly status?: DeliveryStatus | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/**
 * The newest rows of each status, because the index of a webhook's deliveries has the status first. Rows are compared
 * whole: by equality and the order of IDs alone, PostgreSQL would walk through the deliveries of all webhooks.
 */
export const newestOf = (
  webhookId: number,
  { status, before = Number.MAX_SAFE_INTEGER, limit }: Newest,
): Fragment => sql`(
  select newest.*
    from unnest(${status ? [status] : deliveryStatuses}::text[]) as each (status)
    cross join lateral (
      select * from webhooks.delivery
       where (webhook_id, status, id) < (${webhookId}::bigint, each.status, ${before}::bigint)
         and (webhook_id, status, id) > (${webhookId}::bigint, each.status, 0)
       order by webhook_id desc, status desc, id desc
       limit ${limit}
    ) newest)`

/** Newest first. The caller has checked that the webhook is in its workspace. */
export const listDeliveries = (
  database: Queryable,
  webhookId: number,
  newest: Newest,
): Promise<ListedDelivery[]> =>
  database.rows<ListedDelivery>(sql`
    select /* webhooks.delivery.listDeliveries */ ${deliveryColumns}
      from ${newestOf(webhookId, newest)} delivery
     order by id desc
     limit ${newest.limit}`)
