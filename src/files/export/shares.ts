import type { Context } from '../../api/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import { listAccesses, type AccessRow } from '../share/list-store.ts'
import { toShare } from '../share/model.ts'
import { listSharedItems, type SharedItemRow } from './store.ts'

const sharedPages = (database: Queryable, workspaceId: number) =>
  pagesOf<SharedItemRow>((last, limit) => listSharedItems(database, workspaceId, last?.id ?? '', limit))

/** `GET /shares/{file_id}`, with who shared it, when, and the message for visitors. */
export async function* exportShares(
  database: Queryable,
  workspaceId: number,
  context: Pick<Context, 'clock' | 'origins'>,
): AsyncGenerator<readonly object[]> {
  for await (const page of sharedPages(database, workspaceId))
    yield page.map((row) => ({
      ...toShare(row, context),
      message: row.share_message,
      shared_by: row.shared_by,
      shared_at: row.shared_at?.toISOString() ?? null,
    }))
}

/** Who opened a link, for each item that has one. */
export async function* exportAccesses(
  database: Queryable,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  for await (const page of sharedPages(database, workspaceId))
    for (const { id } of page) {
      const accesses = pagesOf<AccessRow>((last, limit) =>
        listAccesses(database, workspaceId, id, { before: last?.id, limit }),
      )
      for await (const rows of accesses)
        yield rows.map((row) => ({ file_id: id, ...row, at: row.at.toISOString() }))
    }
}
