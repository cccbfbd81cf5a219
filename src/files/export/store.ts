import type { Queryable } from '../../platform/database/database.ts'
import { sql, type Fragment } from '../../platform/database/sql.ts'
import type { Item } from '../item/model.ts'

export interface TreeRow extends Item {
  readonly folded_name: string
  readonly blob_key: string | null
  /** Null for folders, and for files whose digest is not known yet. */
  readonly sha256: string | null
  /** Whether a folder with the same name, but for case and composition, is beside this file. */
  readonly beside_folder: boolean
}

/** `parent_id = null` finds nothing, and `is not distinct from` uses no index. */
const isIn = (parentId: string | null): Fragment =>
  parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`

const itemColumns = sql`
  id, type, name, parent_id, size, has_thumbnail, share_status, shared_with,
  share_password_hash is not null as share_password_protected, share_expires_at, created_at, updated_at`

/**
 * Files first, then folders, each by name. The folder is looked up as the first one from the name on, which the index of
 * listings gives at once: along others, it could cost all folders here, or all items of this name in the workspace.
 */
export const listTreeChildren = (
  database: Queryable,
  workspaceId: number,
  parentId: string | null,
  after: TreeRow | undefined,
  limit: number,
): Promise<TreeRow[]> =>
  database.rows<TreeRow>(sql`
    select /* files.export.listTreeChildren */ ${itemColumns}, folded_name, blob_key,
      (select sha256 from files.blob where key = blob_key and blob.workspace_id = ${workspaceId}) as sha256,
      type = 'file' and file.folded_name is not distinct from (
        select folder.folded_name from files.file folder
        where folder.workspace_id = ${workspaceId} and folder.${isIn(parentId)}
          and (folder.type, folder.folded_name, folder.id) > ('folder', file.folded_name, '')
        order by folder.type, folder.folded_name, folder.id
        limit 1
      ) as beside_folder
    from files.file file
    where workspace_id = ${workspaceId} and ${isIn(parentId)}
      and (type, folded_name, id) > (${after?.type ?? ''}, ${after?.folded_name ?? ''}, ${after?.id ?? ''})
    order by type, folded_name, id
    limit ${limit}`)

/** The key changes when small blobs are packed. Undefined when the file is gone. */
export const findBlobKey = async (
  database: Queryable,
  workspaceId: number,
  id: string,
): Promise<string | undefined> =>
  (
    await database.find<{ blob_key: string }>(sql`
      select /* files.export.findBlobKey */ blob_key from files.file
      where workspace_id = ${workspaceId} and id = ${id} and blob_key is not null`)
  )?.blob_key

export interface SharedItemRow extends Item {
  readonly shared_by: number | null
  readonly shared_at: Date | null
  readonly share_message: string | null
}

/** Items with a link, by ID. All of the workspace are read for each page: by the index of IDs, those of all workspaces could be. */
export const listSharedItems = (
  database: Queryable,
  workspaceId: number,
  after: string,
  limit: number,
): Promise<SharedItemRow[]> =>
  database.rows<SharedItemRow>(sql`
    select /* files.export.listSharedItems */ ${itemColumns}, shared_by, shared_at, share_message
    from (
      select * from files.file where workspace_id = ${workspaceId} and share_status <> 'private' offset 0
    ) file
    where id > ${after}
    order by id
    limit ${limit}`)
