import type { Transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export interface EndedDelivery {
  readonly webhookId: number
  readonly event: string
  readonly data: object
  readonly attempts: number
  readonly responseStatus: number | null
  readonly error: string | null
  readonly at: Date
}

/** Deliveries that ended. Their webhooks then say what the newest one said. */
export async function insertDeliveries(
  tx: Transaction,
  workspaceId: number,
  deliveries: readonly EndedDelivery[],
): Promise<void> {
  await tx.run(sql`
    insert /* demo.insertDeliveries */ into webhooks.delivery
      (webhook_id, workspace_id, event, data, status, attempts, response_status, last_error, created_at, delivered_at, sent_at, lane)
    select webhook_id, ${workspaceId}, event, data::jsonb, case when error is null then 'delivered' else 'failed' end,
           attempts, response_status, error, at, case when error is null then at + interval '0.4 s' end, at, null
      from unnest(
        ${deliveries.map(({ webhookId }) => webhookId)}::bigint[], ${deliveries.map(({ event }) => event)}::text[],
        ${deliveries.map(({ data }) => JSON.stringify(data))}::text[],
        ${deliveries.map(({ attempts }) => attempts)}::int[],
        ${deliveries.map(({ responseStatus }) => responseStatus)}::int[],
        ${deliveries.map(({ error }) => error)}::text[], ${deliveries.map(({ at }) => at)}::timestamptz[]
      ) as ended (webhook_id, event, data, attempts, response_status, error, at)
     order by at`)
  await tx.run(sql`
    update /* demo.insertDeliveries.2 */ webhooks.webhook w
       set last_status = newest.response_status, last_error = newest.last_error, last_delivered_at = newest.delivered_at
      from (
        select distinct on (webhook_id) webhook_id, response_status, last_error, delivered_at
          from webhooks.delivery where workspace_id = ${workspaceId}
         order by webhook_id, id desc
      ) newest
     where w.id = newest.webhook_id`)
}
