import type { Queryable } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import { toGroup } from '../group/model.ts'
import { selectGroups } from '../group/store.ts'
import type { Message } from '../message/model.ts'
import { selectMessages } from '../message/store.ts'
import { listOptOuts, type OptOut } from './store.ts'

/** `GET /messages`, oldest first. */
export const exportMessages = (
  database: Queryable,
  workspaceId: number,
): AsyncGenerator<readonly Message[]> =>
  pagesOf<Message>((last, limit) =>
    selectMessages(database, workspaceId, { sinceId: last?.id ?? 0, boundTo: null }, limit),
  )

/** `GET /groups`. A workspace has at most 200. */
export async function* exportGroups(
  database: Queryable,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  yield (await selectGroups(database, { workspaceId, numberId: null })).map(toGroup)
}

export async function* exportOptOuts(
  database: Queryable,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  const pages = pagesOf<OptOut>((last, limit) => listOptOuts(database, workspaceId, last?.phone ?? '', limit))
  for await (const page of pages)
    yield page.map(({ phone, opted_out_at: at }) => ({ phone, opted_out_at: at.toISOString() }))
}
