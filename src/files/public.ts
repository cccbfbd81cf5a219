import { IdentityRefusal } from '../identity/refusal.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { findFolderNames, findItem } from './item/store.ts'
export { findInlineBytes } from './blob/inline-store.ts'
export { listPreserializedChildren } from './folder/store.ts'
export { findTaken } from './folder/taken-store.ts'
export { folderToList } from './item/destination.ts'
export { File, FilePage, ItemId, itemId, ParentId, toFile } from './item/model.ts'
export { serializeFiles } from './item/preserialized-file.ts'
export { previewDownload } from './item/preview-download.ts'
export { findItem, requireItem } from './item/store.ts'
export { pathsTo } from './item/tree-store.ts'
export { pageMeta, widePaging } from './paging.ts'
export { listAccesses, listActiveShares } from './share/list-store.ts'
export { humanBytes } from './usage/rules.ts'
import { findUsage, insertUsage, listStored, updateLimit } from './usage/store.ts'
export { sampleEvent, sampleEvents } from './webhook/sample-events.ts'

const gibibyte = 1024 ** 3

/** docs/api/files.md#storage */
const limitBytesOf = { personal: 5 * gibibyte, org: 10 * gibibyte } as const

export const createStorage = async (
  tx: Transaction,
  workspaceId: number,
  type: 'personal' | 'org',
): Promise<void> => {
  await insertUsage(tx, workspaceId, limitBytesOf[type])
}

/** null is unlimited. A limit below the usage only stops uploads. Throws `workspace_not_found`. */
export async function setQuota(
  { database }: { readonly database: Queryable },
  options: { readonly workspaceId: number; readonly limitBytes: number | null },
): Promise<{ id: number; limit: number | null }> {
  const { workspaceId, limitBytes } = options
  if (limitBytes !== null && !(Number.isSafeInteger(limitBytes) && limitBytes >= 0)) {
    throw new OperatorError('A storage limit must be a whole number of bytes, 0 or more, or unlimited.')
  }
  if (!(await updateLimit(database, workspaceId, limitBytes))) {
    throw new IdentityRefusal('workspace_not_found', { workspaceId })
  }
  return { id: workspaceId, limit: limitBytes }
}

export async function storageOf(
  { database }: { readonly database: Queryable },
  workspaceId: number,
): Promise<{ used: number; limit: number | null; files: number; folders: number }> {
  const usage = await findUsage(database, workspaceId)
  const { used_bytes: used, limit_bytes: limit, file_count: files, folder_count: folders } = usage
  return { used, limit, files, folders }
}

export const storedBytes = async (
  { database }: { readonly database: Queryable },
  workspaceId: number | null,
): Promise<ReadonlyMap<number, number>> => {
  const rows = await listStored(database, workspaceId)
  return new Map(rows.map(({ workspace_id: id, used_bytes: bytes }) => [id, bytes]))
}

export async function folderExists(
  { database }: { readonly database: Queryable },
  workspaceId: number,
  folderId: string,
): Promise<boolean> {
  const item = await findItem(database, { workspaceId, folderId: null }, folderId)
  return item?.type === 'folder'
}

/** Names of those that exist, by ID. */
export async function folderNames(
  { database }: { readonly database: Queryable },
  workspaceId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = ids.length === 0 ? [] : await findFolderNames(database, workspaceId, ids)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
