import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StoredBlob } from '../blob/blob-download.ts'
import { contentChanged } from '../item/events.ts'
import type { View } from '../view.ts'

interface Thumbnail extends StoredBlob {
  readonly name: string
}

export const findThumbnail = (database: Queryable, view: View, id: string): Promise<Thumbnail | undefined> =>
  database.first<Thumbnail>(sql`
    select /* files.thumbnail.findThumbnail */ file.name, blob.key as blob_key, blob.size, blob.created_at as written_at
    from files.file file
    join files.thumbnail thumbnail
      on thumbnail.blob_key = file.blob_key and thumbnail.workspace_id = file.workspace_id
    join files.blob blob on blob.key = thumbnail.thumbnail_key and blob.workspace_id = file.workspace_id
    where file.workspace_id = ${view.workspaceId} and file.id = ${id}
      and (${view.folderId}::text is null or files.within(${view.workspaceId}, file.id, ${view.folderId}))`)

export const hasThumbnail = async (
  database: Queryable,
  workspaceId: number,
  blobKey: string,
): Promise<boolean> => {
  const { found } = await database.one<{ found: boolean }>(sql`
    select /* files.thumbnail.hasThumbnail */ exists (
      select from files.thumbnail where blob_key = ${blobKey} and workspace_id = ${workspaceId}
    ) as found`)
  return found
}

export const addThumbnail = async (
  tx: Transaction,
  workspaceId: number,
  blobKey: string,
  thumbnailKey: string,
): Promise<boolean> => {
  const added = await tx.run(sql`
    insert /* files.thumbnail.addThumbnail */ into files.thumbnail (blob_key, workspace_id, thumbnail_key)
    select key, workspace_id, ${thumbnailKey} from files.blob
    where key = ${blobKey} and workspace_id = ${workspaceId} and state = 'live'
    for update
    on conflict (blob_key, workspace_id) do nothing`)
  if (added === 0) return false
  // The row of the blob is locked: concurrent copies of it have committed and are seen here.
  const folders = await tx.rows<{ id: string | null }>(sql`
    with /* files.thumbnail.addThumbnail.2 */ shown as (
      update files.file set has_thumbnail = true
      where workspace_id = ${workspaceId} and blob_key = ${blobKey}
      returning parent_id
    )
    select distinct parent_id as id from shown`)
  for (const { id } of folders) tx.tell({ scope: workspaceId, ...contentChanged(id) })
  return true
}
