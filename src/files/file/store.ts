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
      file.type, file.name, file.size, blob.key as blob_key, blob.created_at as written_at, blob.bytes
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

/** Adds a private item: see `insertItems`. */
export async function insertItem(
  tx: Transaction,
  workspaceId: number,
  item: NewItem,
  random: Random,
): Promise<Item> {
  const [inserted] = await insertItems(tx, workspaceId, [item], random)
  return inserted as Item
}

/**
 * Adds private items and returns them in this order. A parent that is deleted concurrently breaks the constraint
 * `file_parent`. A taken id is drawn again: with a hundred million items in 62^8 ids that happens once in two million draws.
 */
export async function insertItems(
  tx: Transaction,
  workspaceId: number,
  items: readonly NewItem[],
  random: Random,
): Promise<Item[]> {
  const inserted = new Map<NewItem, Item>()
  for (let draw = 0; draw < drawsMax; draw++) {
    const drawn = new Map(
      items.filter((item) => !inserted.has(item)).map((item) => [random.base62(idLength), item]),
    )
    for (const row of await insertDrawn(tx, workspaceId, drawn)) {
      const item = drawn.get(row.id)
      if (item) inserted.set(item, row)
    }
    if (inserted.size === items.length) return items.map((item) => inserted.get(item) as Item)
  }
  throw new Error(`No free id in ${drawsMax} draws: the source of randomness repeats itself.`)
}

/** Adds those of the items whose id is free. */
function insertDrawn(
  tx: Transaction,
  workspaceId: number,
  drawn: ReadonlyMap<string, NewItem>,
): Promise<Item[]> {
  const items = [...drawn.values()]
  const parents = items.map(({ parentId }) => parentId)
  const names = items.map(({ name }) => name)
  const folded = names.map(fold)
  const sizes = items.map(({ blob }) => blob?.sizeBytes ?? 0)
  const blobs = items.map(({ blob }) => blob?.key ?? null)
  const instants = items.map(({ createdAt }) => createdAt)
  return tx.rows<Item>(sql`
    insert /* files.file.insertDrawn */ into files.file
      (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at)
    select
      id, ${workspaceId}, parent_id, case when blob_key is null then 'folder' else 'file' end, name, folded_name,
      size, blob_key, created_at, created_at
    from unnest(
      ${[...drawn.keys()]}::text[], ${parents}::text[], ${names}::text[], ${folded}::text[], ${sizes}::bigint[],
      ${blobs}::text[], ${instants}::timestamptz[]
    ) as drawn (id, parent_id, name, folded_name, size, blob_key, created_at)
    on conflict (id) do nothing
    returning
      id, type, name, parent_id, size, has_thumbnail, share_status, shared_with,
      false as share_password_protected, share_expires_at, created_at, updated_at`)
}
