import type { Queryable } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import { listDeliveries, type ListedDelivery } from '../delivery/list-store.ts'
import { toWebhook } from '../webhook/model.ts'
import { listAnyWebhooks, type ListedWebhook } from '../webhook/operator-store.ts'

const webhookPages = (database: Queryable, workspaceId: number) =>
  pagesOf<ListedWebhook>((last, limit) =>
    listAnyWebhooks(database, { workspaceId, status: undefined }, { after: last?.id ?? 0, limit }),
  )

/** `GET /webhooks`, without the secrets. */
export async function* exportWebhooks(
  database: Queryable,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  for await (const page of webhookPages(database, workspaceId))
    yield page.map(({ status: _status, created_by: _creator, ...row }) => toWebhook(row))
}

export interface ExportedDelivery extends ListedDelivery {
  readonly webhook_id: number
}

/** Of each webhook, newest first. */
export async function* exportDeliveries(
  database: Queryable,
  workspaceId: number,
): AsyncGenerator<readonly ExportedDelivery[]> {
  for await (const webhooks of webhookPages(database, workspaceId))
    for (const { id } of webhooks) {
      const pages = pagesOf<ListedDelivery>((last, limit) =>
        listDeliveries(database, id, { before: last?.id, limit }),
      )
      for await (const page of pages) yield page.map((row) => ({ webhook_id: id, ...row }))
    }
}
