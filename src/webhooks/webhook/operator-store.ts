import type { ListPage } from '../../identity/page.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { joined, sql } from '../../platform/database/sql.ts'
import type { WebhookRow } from './store.ts'

export const webhookStatuses = ['active', 'paused', 'inactive'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

export interface ListedWebhook extends WebhookRow {
  /** `paused` while the account of its creator is disabled. */
  readonly status: WebhookStatus
  readonly created_by: number
}

export interface ListedWebhooks {
  readonly workspaceId: number | undefined
  readonly status: WebhookStatus | undefined
}

export const listAnyWebhooks = (
  database: Queryable,
  { workspaceId, status }: ListedWebhooks,
  { after, limit }: ListPage,
): Promise<ListedWebhook[]> => {
  const wanted = [
    ...(workspaceId === undefined ? [] : [sql`workspace_id = ${workspaceId}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
  ]
  return database.rows<ListedWebhook>(sql`
    with /* webhooks.webhook.listAnyWebhooks */ listed as (
      select w.id, w.workspace_id, w.name, w.url, w.events, w.active,
             case when not w.active then 'inactive' when u.disabled_at is not null then 'paused' else 'active' end as status,
             w.created_by, w.last_status, w.last_delivered_at, w.last_error, w.created_at
        from webhooks.webhook w
        join identity."user" u on u.id = w.created_by
    )
    select * from listed
     where id > ${after} and ${joined(wanted, ' and ', sql`true`)}
     order by id
     limit ${limit}`)
}
