import type { Queryable } from '../../platform/database/database.ts'
import { joined, sql } from '../../platform/database/sql.ts'
import { deliveryColumns, newestOf, type ListedDelivery } from './list-store.ts'
import { type DeliveryStatus, firstLane, pausedLane, retryLane } from './model.ts'

export interface AnyDelivery extends ListedDelivery {
  readonly workspace_id: number
  readonly webhook_id: number
}

export interface ListedDeliveries {
  readonly workspaceId: number | undefined
  readonly webhookId: number | undefined
  readonly status: DeliveryStatus | undefined
}

export const listAnyDeliveries = (
  database: Queryable,
  { workspaceId, webhookId, status }: ListedDeliveries,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<AnyDelivery[]> => {
  const wanted = [
    // By webhook, because there is no index by workspace.
    ...(workspaceId === undefined
      ? []
      : [sql`webhook_id in (select id from webhooks.webhook where workspace_id = ${workspaceId})`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(status === 'pending' ? [isPending] : []),
  ]
  return database.rows<AnyDelivery>(sql`
    select /* webhooks.delivery.listAnyDeliveries */ workspace_id, webhook_id, ${deliveryColumns}
      from ${webhookId === undefined ? sql`webhooks.delivery` : newestOf(webhookId, { status, before, limit })} delivery
     where id < ${before} and ${joined(wanted, ' and ', sql`true`)}
     order by id desc
     limit ${limit}`)
}

/** Uses the indexes of the queue, which holds few of the rows. */
const isPending = sql`id in (
  select id from webhooks.delivery where lane in (${firstLane}::int, ${retryLane}::int, ${pausedLane}::int)
  union all
  select id from webhooks.delivery where status = 'pending' and lane is null)`
