import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Counted } from '../usage/store.ts'
import type { Item } from './model.ts'
import { fold } from './rules.ts'
import { treeFrom, foldersFrom } from './tree-store.ts'

/* `is true` hides a condition from the planner, which cannot know the size of a subtree. */

/** Concurrent moves could put two folders beneath each other, or move one out of a folder that is being deleted. */
export const lockFolders = (tx: Transaction, workspaceId: number): Promise<number> =>
  tx.run(sql`
    select /* files.item.lockFolders */ pg_advisory_xact_lock(hashtextextended('files.folders', ${workspaceId}))`)

/** Keeps a folder from being deleted until the transaction ends; breaks `file_parent` when it is gone. */
export const holdFolder = (tx: Transaction, workspaceId: number, folderId: string): Promise<number> =>
  tx.run(sql`select /* files.item.holdFolder */ files.require_folder(${workspaceId}, ${folderId})`)

export const isWithin = async (
  database: Queryable,
  workspaceId: number,
  itemId: string,
  folderId: string,
): Promise<boolean> => {
  const { inside } = await database.one<{ inside: boolean }>(sql`
    select /* files.item.isWithin */ files.within(${workspaceId}, ${itemId}, ${folderId}) as inside`)
  return inside
}

export interface ItemChange {
  readonly name?: string | undefined
  readonly parentId?: string | null | undefined
}

export const updateItem = (
  tx: Transaction,
  workspaceId: number,
  id: string,
  { name, parentId }: ItemChange,
  now: Date,
): Promise<Item | undefined> =>
  tx.first<Item>(sql`
    update /* files.item.updateItem */ files.file
    set name = coalesce(${name ?? null}, name),
      folded_name = coalesce(${name === undefined ? null : fold(name)}, folded_name),
      parent_id = case when ${parentId !== undefined} then ${parentId ?? null} else parent_id end,
      updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id}
    returning
      id, type, name, parent_id, size, has_thumbnail, share_status, shared_with,
      share_password_hash is not null as share_password_protected, share_expires_at, created_at, updated_at`)

export const measureSubtree = (
  database: Queryable,
  workspaceId: number,
  folderId: string,
  itemsMax: number,
): Promise<{ readonly items: number; readonly bytes: number }> =>
  database.one(sql`
    with /* files.item.measureSubtree */ recursive ${treeFrom(workspaceId, sql`id, type, size`, sql`parent_id = ${folderId}`)}
    select count(*) as items, coalesce(sum(size), 0)::bigint as bytes
    from (select size from tree limit ${itemsMax + 1}) counted`)

const copiedColumns = sql`id, parent_id, type, name, folded_name, size, blob_key, has_thumbnail`

export type Subtree = Item & Counted

interface CopyPlan {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly ids: readonly string[]
  readonly createdAt: Date
}

/**
 * Copies share blobs but not shares. Undefined when the item is gone or there are too few ids. Breaks `file_parent` for a
 * deleted destination, `file_pkey` for a taken id, and `file_blob` for swept bytes.
 */
export const copySubtree = (
  tx: Transaction,
  workspaceId: number,
  { id, parentId, name, ids, createdAt }: CopyPlan,
): Promise<Subtree | undefined> =>
  tx.first<Subtree>(
    sql`
    with /* files.item.copySubtree */ recursive ${treeFrom(workspaceId, copiedColumns, sql`id = ${id}`)}, renumbered as (
      -- The planner takes the tree for a few items and hashes it, which is right for ten thousand too.
      select tree.*, drawn.id as new_id
      from (select *, row_number() over () as place from tree) tree
      join unnest(${ids}::text[]) with ordinality as drawn (id, place) using (place)
      where (select count(*) from tree) <= ${ids.length}
    ), new_ids as (
      -- From the old id of a folder to its new one. An object instead of a join, whose size the planner cannot estimate.
      select jsonb_object_agg(id, new_id) as of from renumbered where type = 'folder'
    ), copied as (
      insert into files.file
        (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, has_thumbnail, created_at, updated_at)
      select
        new_id, ${workspaceId},
        case when id = ${id} then ${parentId} else (select of from new_ids) ->> parent_id end,
        type, case when id = ${id} then ${name} else name end,
        case when id = ${id} then ${fold(name)} else folded_name end,
        size, blob_key, has_thumbnail, ${createdAt}, ${createdAt}
      from renumbered
      returning
        id, type, name, parent_id, size, has_thumbnail, share_status, shared_with, share_expires_at, created_at,
        updated_at
    ), sums as (
      select
        sum(size)::bigint as bytes, count(*) filter (where type = 'file') as files,
        count(*) filter (where type = 'folder') as folders
      from copied
    )
    select copied.*, false as share_password_protected, sums.bytes, sums.files, sums.folders
    from copied cross join sums
    where copied.id = (select new_id from renumbered where id = ${id})`,
  )

/**
 * Needs `lockFolders` for folders; the sweeper removes the bytes. Undefined when the item is gone. A file moved out
 * concurrently stays; an item moved in breaks `file_parent`, unless `holdSubtree` ran before.
 */
export const deleteSubtree = (
  tx: Transaction,
  workspaceId: number,
  id: string,
): Promise<Subtree | undefined> =>
  tx.first<Subtree>(
    sql`
    with /* files.item.deleteSubtree */ recursive ${treeFrom(workspaceId, sql`id, type`, sql`id = ${id}`)}, gone as (
      delete from files.file item
      where (workspace_id = ${workspaceId}) is true and id = any(array(select id from tree))
        -- Checked again once the row is locked: the item may have been moved out.
        and (id = ${id} or (parent_id in (select id from tree)) is true)
      returning item.*
    ), sums as (
      select
        sum(size)::bigint as bytes, count(*) filter (where type = 'file') as files,
        count(*) filter (where type = 'folder') as folders
      from gone
    )
    select
      id, type, name, parent_id, size, has_thumbnail, share_status, shared_with,
      share_password_hash is not null as share_password_protected, share_expires_at, created_at, updated_at,
      sums.bytes, sums.files, sums.folders
    from gone cross join sums
    where id = ${id}`,
  )

/** Blocks inserts into a subtree. Repeats while inserts in progress add folders. */
export async function holdSubtree(tx: Transaction, workspaceId: number, folderId: string): Promise<void> {
  let held = 0
  for (let seen = -1; seen !== held;) {
    seen = held
    held = await tx.run(sql`
      with /* files.item.holdSubtree */ recursive ${foldersFrom(workspaceId, folderId)}
      select from files.file
      where (workspace_id = ${workspaceId}) is true and id = any(array(select id from folders))
      order by id
      for update`)
  }
}
