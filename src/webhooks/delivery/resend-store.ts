import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { DeliveryIds } from './find-store.ts'
import { deliveryColumns, type ListedDelivery } from './list-store.ts'
import { firstLane, retryLane, type DeliveryStatus } from './model.ts'

export const holdDelivery = async (
  tx: Transaction,
  { workspaceId, webhookId, id }: DeliveryIds,
): Promise<DeliveryStatus | undefined> =>
  (
    await tx.first<{ status: DeliveryStatus }>(sql`
      select /* webhooks.delivery.holdDelivery */ status from webhooks.delivery
       where id = ${id} and webhook_id = ${webhookId} and workspace_id = ${workspaceId}
         for update`)
  )?.status

const queuedAgain = sql`
  status = 'pending', claim_id = null, delivered_at = null, attempts_before = attempts`

/** Among the first attempts, because a person waits for it. The caller holds the row, which is not pending. */
export const queueAgain = (tx: Transaction, id: number): Promise<ListedDelivery> =>
  tx.one<ListedDelivery>(sql`
    update /* webhooks.delivery.queueAgain */ webhooks.delivery
       set lane = ${firstLane}, due_at = ${tx.now()}, ${queuedAgain}
     where id = ${id}
    returning ${deliveryColumns}`)

/** Queues the oldest failed deliveries since a time, and returns how many. */
export const queueFailed = (
  tx: Transaction,
  {
    webhookId,
    since,
    countMax,
  }: { readonly webhookId: number; readonly since: Date; readonly countMax: number },
): Promise<number> =>
  tx.run(sql`
    with /* webhooks.delivery.queueFailed */ failed as (
      select id from webhooks.delivery
       where webhook_id = ${webhookId} and status = 'failed' and created_at >= ${since}
       order by created_at
       limit ${countMax}
         for update
    )
    update webhooks.delivery d set lane = ${retryLane}, due_at = ${tx.now()}, ${queuedAgain}
      from failed
     where d.id = failed.id`)

interface Sample {
  readonly workspaceId: number
  readonly webhookId: number
  readonly event: string
  readonly data: unknown
}

/** For this webhook only, whatever it is subscribed to. */
export const queueSample = (
  tx: Transaction,
  { workspaceId, webhookId, event, data }: Sample,
): Promise<ListedDelivery> =>
  tx.one<ListedDelivery>(sql`
    insert /* webhooks.delivery.queueSample */ into webhooks.delivery
      (webhook_id, workspace_id, event, data, test, due_at, created_at)
    values (${webhookId}, ${workspaceId}, ${event}, ${JSON.stringify(data)}::jsonb, true, ${tx.now()}, ${tx.now()})
    returning ${deliveryColumns}`)
