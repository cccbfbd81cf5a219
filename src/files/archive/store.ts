import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { treeFrom } from '../file/tree-store.ts'
import type { View } from '../view.ts'
import type { TreeItem } from './entries.ts'

const treeColumns = sql`id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at`

/**
 * The item and everything beneath it as of one moment, unordered; empty when the view does not have the item. Stops
 * after `itemsMax` items beneath it and one more, which tells the caller that there are more.
 */
export const findTree = (
  database: Queryable,
  view: View,
  id: string,
  itemsMax: number,
): Promise<TreeItem[]> =>
  database.rows<TreeItem>(sql`
    with /* files.archive.findTree */ recursive ${treeFrom(
      view.workspaceId,
      treeColumns,
      sql`id = ${id}
        and (${view.folderId}::text is null or files.within(${view.workspaceId}, ${id}, ${view.folderId}))`,
    )}
    select
      ${treeColumns},
      -- Looked up for each item: a plain join may read all blobs of the workspace for each item.
      (
        select crc32 from files.blob
        where blob.key = tree.blob_key and blob.workspace_id = ${view.workspaceId}
      ) as crc32
    from tree
    limit ${itemsMax + 2}`)

/** Keeps the CRC-32 of a published blob that has none yet. */
export const keepCrc32 = async (
  database: Queryable,
  workspaceId: number,
  key: string,
  crc32: number,
): Promise<void> => {
  await database.run(sql`
    update /* files.archive.keepCrc32 */ files.blob set crc32 = ${crc32}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'live' and crc32 is null`)
}
