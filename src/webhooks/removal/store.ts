import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const deleteDeliveries = (database: Queryable, workspaceId: number, max: number): Promise<number> =>
  database.run(sql`
    delete /* webhooks.removal.deleteDeliveries */ from webhooks.delivery
     where id = any (array(
       select d.id from webhooks.webhook w
        join webhooks.delivery d on d.webhook_id = w.id
        where w.workspace_id = ${workspaceId}
        limit ${max}))`)

export const switchOff = (database: Queryable, workspaceId: number): Promise<number> =>
  database.run(sql`
    update /* webhooks.removal.switchOff */ webhooks.webhook set active = false
     where workspace_id = ${workspaceId} and active`)

export const deleteWebhooks = (database: Queryable, workspaceId: number): Promise<number> =>
  database.run(
    sql`delete /* webhooks.removal.deleteWebhooks */ from webhooks.webhook where workspace_id = ${workspaceId}`,
  )

/** To the owners of the workspaces, who can turn them on again. */
export const handOver = (tx: Transaction, userId: number): Promise<number> =>
  tx.run(sql`
    update /* webhooks.removal.handOver */ webhooks.webhook set created_by = identity.owner_of(workspace_id)
     where created_by = ${userId}`)
