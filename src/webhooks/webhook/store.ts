import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface WebhookRow {
  readonly id: number
  readonly workspace_id: number
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly active: boolean
  readonly last_status: number | null
  readonly last_delivered_at: Date | null
  readonly last_error: string | null
  readonly created_at: Date
}

export interface WebhookSettings {
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly active: boolean
}

export type WebhookChange = { readonly [Field in keyof WebhookSettings]?: WebhookSettings[Field] | undefined }

export interface WebhookDraft extends WebhookSettings {
  readonly id: number
  readonly workspaceId: number
  readonly createdBy: number
  readonly sealedSecret: Buffer
}

const columns = sql`id, workspace_id, name, url, events, active, last_status, last_delivered_at, last_error, created_at`

/** Drawn before the insert, because the secret is sealed for the id. */
export async function drawWebhookId(tx: Transaction): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    select /* webhooks.webhook.drawWebhookId */ nextval(pg_get_serial_sequence('webhooks.webhook', 'id')) as id`)
  return id
}

/** The caller has counted the webhooks under the lock of the workspace. */
export const insertWebhook = (tx: Transaction, draft: WebhookDraft): Promise<WebhookRow> =>
  tx.one<WebhookRow>(sql`
    insert /* webhooks.webhook.insertWebhook */ into webhooks.webhook
      (id, workspace_id, created_by, name, url, events, active, sealed_secret, created_at)
    overriding system value
    values (${draft.id}, ${draft.workspaceId}, ${draft.createdBy}, ${draft.name}, ${draft.url},
      ${[...new Set(draft.events)]}::text[], ${draft.active}, ${draft.sealedSecret}, ${tx.now()})
    returning ${columns}`)

export async function countWebhooks(database: Queryable, workspaceId: number): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select /* webhooks.webhook.countWebhooks */ count(*) as count from webhooks.webhook
     where workspace_id = ${workspaceId}`)
  return count
}

export const listWebhooks = (
  database: Queryable,
  workspaceId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<WebhookRow[]> =>
  database.rows<WebhookRow>(sql`
    select /* webhooks.webhook.listWebhooks */ ${columns} from webhooks.webhook
     where workspace_id = ${workspaceId}
     order by id
     limit ${limit} offset ${offset}`)

export const findWebhook = (
  database: Queryable,
  workspaceId: number,
  id: number,
): Promise<WebhookRow | undefined> =>
  database.find<WebhookRow>(sql`
    select /* webhooks.webhook.findWebhook */ ${columns} from webhooks.webhook
     where id = ${id} and workspace_id = ${workspaceId}`)

export const updateWebhook = (
  tx: Transaction,
  workspaceId: number,
  id: number,
  { name, url, events, active }: WebhookChange,
): Promise<WebhookRow | undefined> =>
  tx.first<WebhookRow>(sql`
    update /* webhooks.webhook.updateWebhook */ webhooks.webhook
       set name = coalesce(${name ?? null}, name), url = coalesce(${url ?? null}, url),
           events = coalesce(${events ? [...new Set(events)] : null}::text[], events), active = coalesce(${active ?? null}, active)
     where id = ${id} and workspace_id = ${workspaceId}
    returning ${columns}`)

export const findCreator = async (
  tx: Transaction,
  workspaceId: number,
  id: number,
): Promise<number | undefined> =>
  (
    await tx.find<{ created_by: number }>(sql`
      select /* webhooks.webhook.findCreator */ created_by from webhooks.webhook
       where id = ${id} and workspace_id = ${workspaceId}`)
  )?.created_by

export const adoptWebhook = (tx: Transaction, id: number, userId: number): Promise<number> =>
  tx.run(sql`
    update /* webhooks.webhook.adoptWebhook */ webhooks.webhook set created_by = ${userId}, last_error = null
     where id = ${id}`)

export const deleteWebhook = (tx: Transaction, workspaceId: number, id: number): Promise<number> =>
  tx.run(sql`
    delete /* webhooks.webhook.deleteWebhook */ from webhooks.webhook
     where id = ${id} and workspace_id = ${workspaceId}`)
