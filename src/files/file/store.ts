import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Random } from '../../platform/random.ts'
import type { StoredBlob } from '../blob/blob-download.ts'
import type { View } from '../view.ts'
import type { Item } from './model.ts'
import { fold } from './rules.ts'

/** Refusals for the broken constraints of these tables: the row decides a race, not an earlier read. */
export const constraints = { file_parent: 'folder_not_found' } as const

/** The item, when the view has it. The folder at the top of a view shows no parent, so that its place stays hidden. */
export const findItem = (database: Queryable, view: View, id: string): Promise<Item | undefined> =>
  database.find<Item>(sql`
    select /* files.file.findItem */
      id, type, name, case when id = ${view.folderId} then null else parent_id end as parent_id, size,
      has_thumbnail, share_status, shared_with, share_password_hash is not null as share_password_protected,
      share_expires_at, created_at, updated_at
    from files.file
    where workspace_id = ${view.workspaceId} and id = ${id}
      and (${view.folderId}::text is null or files.within(${view.workspaceId}, id, ${view.folderId}))`)

/** What an item is, and for a file where its bytes are. */
type Content = { readonly type: 'folder' } | (StoredBlob & { readonly type: 'file'; readonly name: string })

export const findContent = (database: Queryable, view: View, id: string): Promise<Content | undefined> =>
  database.find<Content>(sql`
    select /* files.file.findContent */
      file.type, file.name, file.size, blob.key as blob_key, blob.created_at as written_at
    from files.file file
    left join files.blob blob on blob.key = file.blob_key and blob.workspace_id = file.workspace_id
    where file.workspace_id = ${view.workspaceId} and file.id = ${id}
      and (${view.folderId}::text is null or files.within(${view.workspaceId}, file.id, ${view.folderId}))`)

/** A new file or folder; a folder has no blob. */
interface NewItem {
  readonly parentId: string | null
  readonly name: string
  readonly blob?: { readonly key: string; readonly sizeBytes: number }
  readonly createdAt: Date
}

/** Characters of an item's id. */
export const idLength = 8
const drawsMax = 5

/**
 * Adds a private item. A parent that is deleted concurrently breaks the constraint `file_parent`. A taken id is drawn
 * again: with a hundred million items in 62^8 ids that happens once in two million draws.
 */
export async function insertItem(
  tx: Transaction,
  workspaceId: number,
  item: NewItem,
  random: Random,
): Promise<Item> {
  for (let draw = 0; draw < drawsMax; draw++) {
    const inserted = await tx.first<Item>(sql`
      insert /* files.file.insertItem */ into files.file
        (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at)
      values (
        ${random.base62(idLength)}, ${workspaceId}, ${item.parentId}, ${item.blob ? 'file' : 'folder'},
        ${item.name}, ${fold(item.name)}, ${item.blob?.sizeBytes ?? 0}, ${item.blob?.key ?? null},
        ${item.createdAt}, ${item.createdAt}
      )
      on conflict (id) do nothing
      returning
        id, type, name, parent_id, size, has_thumbnail, share_status, shared_with,
        false as share_password_protected, share_expires_at, created_at, updated_at`)
    if (inserted) return inserted
  }
  throw new Error(`No free id in ${drawsMax} draws: the source of randomness repeats itself.`)
}
