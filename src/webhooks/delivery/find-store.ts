import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { deliveryColumns, type ListedDelivery } from './list-store.ts'

export interface DeliveryIds {
  readonly workspaceId: number
  readonly webhookId: number
  readonly id: number
}

export interface FoundDelivery extends ListedDelivery {
  readonly data: string
  readonly sent_at: Date | null
  readonly response_excerpt: string | null
  readonly sealed_secret: Buffer
}

export const findDelivery = (
  database: Queryable,
  { workspaceId, webhookId, id }: DeliveryIds,
): Promise<FoundDelivery | undefined> =>
  database.find<FoundDelivery>(sql`
    select /* webhooks.delivery.findDelivery */ ${deliveryColumns}, data::text as data, sent_at, response_excerpt,
           (select sealed_secret from webhooks.webhook where id = webhook_id) as sealed_secret
      from webhooks.delivery
     where id = ${id} and webhook_id = ${webhookId} and workspace_id = ${workspaceId}`)
