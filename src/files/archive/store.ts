import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { treeFrom } from '../item/tree-store.ts'
import type { View } from '../view.ts'

const treeColumns = sql`id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at`

export interface TreePage {
  readonly items: string
  readonly checksums: string
}

export type PackedItem = readonly [
  id: string,
  parentId: string | null,
  type: 'file' | 'folder',
  name: string,
  foldedName: string,
  size: number,
  blobKey: string | null,
  createdMs: number,
  updatedMs: number,
]

const itemsAPage = 200

/**
 * The item, alone on the first page, and up to `itemsMax + 1` items beneath it, as of one moment; empty when the view does
 * not have it. In pages, because parsing ten thousand rows at once would block the event loop.
 */
export const findTree = (
  database: Queryable,
  view: View,
  id: string,
  itemsMax: number,
): Promise<TreePage[]> =>
  database.rows<TreePage>(sql`
    with /* files.archive.findTree */ recursive ${treeFrom(
      view.workspaceId,
      treeColumns,
      sql`id = ${id}
        and (${view.folderId}::text is null or files.within(${view.workspaceId}, ${id}, ${view.folderId}))`,
    )},
    item as (
      select
        *,
        -- Looked up for each item: a plain join may read all blobs of the workspace for each item.
        (
          select crc32 from files.blob
          where blob.key = tree.blob_key and blob.workspace_id = ${view.workspaceId}
        ) as crc32
      from tree
      limit ${itemsMax + 2}
    ),
    placed as (
      select
        *,
        row_number() over (
          order by id <> ${id}, type desc, folded_name, created_at, id
        ) as place
      from item
    )
    select
      json_agg(
        json_build_array(
          id, parent_id, type, name, folded_name, size, blob_key,
          floor(extract(epoch from created_at) * 1000)::bigint, floor(extract(epoch from updated_at) * 1000)::bigint
        ) order by place
      )::text as items,
      json_agg(crc32 order by place)::text as checksums
    from placed
    group by (place + ${itemsAPage - 2}) / ${itemsAPage}
    order by min(place)`)

export interface Revision {
  readonly name: string
  readonly type: 'file' | 'folder'
  readonly revision: string
}

export interface TreeSums {
  readonly files: number
  /** Beneath the folder. More than `itemsMax`: the sums are those of a part. */
  readonly items: number
  readonly bytes: number
}

export const sumTree = (
  database: Queryable,
  workspaceId: number,
  folderId: string,
  itemsMax: number,
): Promise<TreeSums> =>
  database.one<TreeSums>(sql`
    with /* files.archive.sumTree */ recursive ${treeFrom(workspaceId, sql`id, type, size`, sql`id = ${folderId}`)}
    select
      count(*) filter (where type = 'file') as files,
      count(*) - 1 as items,
      coalesce(sum(size), 0)::bigint as bytes
    from (select type, size from tree limit ${itemsMax + 2}) item`)

/** Every change updates the workspace's usage in its transaction, so `xmin` of that row identifies the state. */
export const findRevision = (database: Queryable, view: View, id: string): Promise<Revision | undefined> =>
  database.first<Revision>(sql`
    select /* files.archive.findRevision */ file.name, file.type, usage.xmin::text as revision
    from files.file file join files.usage usage on usage.workspace_id = file.workspace_id
    where file.workspace_id = ${view.workspaceId} and file.id = ${id}
      and (${view.folderId}::text is null or files.within(${view.workspaceId}, ${id}, ${view.folderId}))`)

export const saveCrc32 = (
  database: Queryable,
  workspaceId: number,
  key: string,
  crc32: number,
): Promise<number> =>
  database.run(sql`
    update /* files.archive.saveCrc32 */ files.blob set crc32 = ${crc32}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'live' and crc32 is null`)
