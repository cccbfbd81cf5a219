import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { pausedLane } from './model.ts'

export interface ListedDelivery {
  readonly id: number
  readonly event: string
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly attempts: number
  readonly response_status: number | null
  readonly last_error: string | null
  readonly created_at: Date
  readonly delivered_at: Date | null
  readonly next_attempt_at: Date | null
}

export const deliveryColumns = sql`
      id, event, status, attempts, response_status, last_error, created_at, delivered_at,
      case when status = 'pending' and claim_id is null and attempts > 0 and lane is distinct from ${pausedLane} then due_at end as next_attempt_at`

/** Newest first. The caller has checked that the webhook is in its workspace. */
export const listDeliveries = (
  database: Queryable,
  webhookId: number,
  limit: number,
): Promise<ListedDelivery[]> =>
  database.rows<ListedDelivery>(sql`
    select /* webhooks.delivery.listDeliveries */ ${deliveryColumns}
      from webhooks.delivery
     where webhook_id = ${webhookId}
     order by id desc
     limit ${limit}`)
