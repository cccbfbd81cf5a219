import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Random } from '../../platform/random.ts'
import type { StoredBlob } from '../blob/blob-download.ts'
import { problem } from '../problems.ts'
import type { View } from '../view.ts'
import type { Item } from './model.ts'
import { fold } from './rules.ts'

/** The top folder of a view shows no parent, which hides its location. */
export const findItem = (database: Queryable, view: View, id: string): Promise<Item | undefined> =>
  database.find<Item>(sql`
    select /* files.item.findItem */
      id, type, name, case when id = ${view.folderId} then null else parent_id end as parent_id, size,
      has_thumbnail, share_status, shared_with, share_password_hash is not null as share_password_protected,
      share_expires_at, created_at, updated_at
    from files.file
    where workspace_id = ${view.workspaceId} and id = ${id}
      and (${view.folderId}::text is null or files.within(${view.workspaceId}, id, ${view.folderId}))`)

/** Throws `not_found`. */
export async function requireItem(database: Queryable, view: View, id: string): Promise<Item> {
  const item = await findItem(database, view, id)
  if (!item) throw problem.not_found()
  return item
}

export const findFolderNames = (
  database: Queryable,
  workspaceId: number,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  database.rows(sql`
    select /* files.item.findFolderNames */ id, name from files.file
     where workspace_id = ${workspaceId} and id = any (${ids}::text[]) and type = 'folder'`)

export type Content =
  | { readonly type: 'folder' }
  | (StoredBlob & { readonly type: 'file'; readonly name: string })

/** Includes inline bytes, unless they are those of `knownKey`. */
export const findContent = (
  database: Queryable,
  view: View,
  id: string,
  knownKey?: string,
): Promise<Content | undefined> =>
  database.find<Content>(sql`
    select /* files.item.findContent */
      file.type, file.name, file.size, blob.key as blob_key, blob.created_at as written_at,
      case when blob.key is distinct from ${knownKey ?? null} then blob.bytes end as bytes
    from files.file file
    left join files.blob blob on blob.key = file.blob_key and blob.workspace_id = file.workspace_id
    where file.workspace_id = ${view.workspaceId} and file.id = ${id}
      and (${view.folderId}::text is null or files.within(${view.workspaceId}, file.id, ${view.folderId}))`)

export interface NewItem {
  readonly parentId: string | null
  readonly name: string
  readonly blob?: { readonly key: string; readonly sizeBytes: number }
  readonly createdAt: Date
}

export const idLength = 8
const drawsMax = 5

export interface NewItemRow extends Item {
  readonly blob_key: string | null
}

export const newItemRow = ({ parentId, name, blob, createdAt }: NewItem, random: Random): NewItemRow => ({
  id: random.base62(idLength),
  type: blob ? 'file' : 'folder',
  name,
  parent_id: parentId,
  size: blob?.sizeBytes ?? 0,
  has_thumbnail: false,
  share_status: 'private',
  shared_with: [],
  share_password_protected: false,
  share_expires_at: null,
  created_at: createdAt,
  updated_at: createdAt,
  blob_key: blob?.key ?? null,
})

/** With a hundred million items in 62^8 ids, this happens once in two million inserts. */
export class IdTaken extends Error {
  override readonly name = 'IdTaken'
}

export async function withIdRetry<Result>(add: () => Promise<Result>): Promise<Result> {
  for (let draw = 1; draw < drawsMax; draw++) {
    try {
      return await add()
    } catch (error) {
      if (!(error instanceof IdTaken)) throw error
    }
  }
  return add()
}

/** Adds a private item. Breaks `file_parent` when the parent is deleted concurrently. */
export const insertItem = (
  tx: Transaction,
  workspaceId: number,
  item: NewItem,
  random: Random,
): Promise<Item> =>
  withIdRetry(async () => {
    const drawn = newItemRow(item, random)
    await insertItems(tx, workspaceId, [drawn])
    return drawn
  })

/** Throws `IdTaken` after adding the items whose id is free. */
export async function insertItems(
  tx: Transaction,
  workspaceId: number,
  items: readonly NewItemRow[],
): Promise<void> {
  const inserted = await tx.run(sql`
    insert /* files.item.insertItems */ into files.file
      (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at)
    select
      id, ${workspaceId}, parent_id, case when blob_key is null then 'folder' else 'file' end, name, folded_name,
      size, blob_key, created_at, created_at
    from unnest(
      ${items.map(({ id }) => id)}::text[], ${items.map((item) => item.parent_id)}::text[],
      ${items.map(({ name }) => name)}::text[], ${items.map(({ name }) => fold(name))}::text[],
      ${items.map(({ size }) => size)}::bigint[], ${items.map((item) => item.blob_key)}::text[],
      ${items.map((item) => item.created_at)}::timestamptz[]
    ) as drawn (id, parent_id, name, folded_name, size, blob_key, created_at)
    on conflict (id) do nothing`)
  if (inserted < items.length)
    throw new IdTaken('The ids drawn are taken. Check the source of randomness: it repeats itself.')
}
