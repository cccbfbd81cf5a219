import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const openUploads = (
  database: Queryable,
  workspaceId: number,
  max: number,
): Promise<{ key: string; blob_key: string; size: number; workspace_id: number }[]> =>
  database.rows(sql`
    select /* files.removal.openUploads */ key, blob_key, size, workspace_id from files.upload
    where workspace_id = ${workspaceId}
    limit ${max}`)

export const openUploadsOfPerson = (
  database: Queryable,
  userId: number,
  max: number,
): Promise<{ key: string; blob_key: string; size: number; workspace_id: number }[]> =>
  database.rows(sql`
    select /* files.removal.openUploadsOfPerson */ key, blob_key, size, workspace_id from files.upload
    where user_id = ${userId}
    limit ${max}`)

/** Files, then folders with nothing in them, so that those above them can follow. Keeps the usage right. */
export async function deleteItems(tx: Transaction, workspaceId: number, max: number): Promise<number> {
  const { items } = await tx.one<{ items: number }>(sql`
    with /* files.removal.deleteItems */ picked as (
      select id from files.file item
      where item.workspace_id = ${workspaceId} and (item.type = 'file' or not exists (
        select from files.file below where below.workspace_id = ${workspaceId} and below.parent_id = item.id
      ))
      limit ${max}
      for update
    ), gone as (
      delete from files.file where id in (select id from picked) returning id, type, size
    ), codes as (
      delete from files.share_code where file_id in (select id from gone)
    ), counted as (
      update files.usage
      set used_bytes = greatest(used_bytes - (select coalesce(sum(size), 0)::bigint from gone), 0),
        file_count = greatest(file_count - (select count(*) from gone where type = 'file'), 0),
        folder_count = greatest(folder_count - (select count(*) from gone where type = 'folder'), 0)
      where workspace_id = ${workspaceId}
    )
    select count(*) as items from gone`)
  return items
}

/** Those that no pack and no thumbnail need any more. Their bytes go before the rows. */
export const unneededBlobs = (
  database: Queryable,
  workspaceId: number,
  max: number,
): Promise<{ key: string }[]> =>
  database.rows(sql`
    select /* files.removal.unneededBlobs */ key from files.blob blob
    where workspace_id = ${workspaceId}
      and not exists (select from files.blob packed where packed.pack_key = blob.key)
      and not exists (select from files.file where blob_key = blob.key)
      and not exists (select from files.upload where blob_key = blob.key)
    limit ${max}`)

export const deleteBlobs = (
  database: Database,
  workspaceId: number,
  keys: readonly string[],
): Promise<number> =>
  database.run(sql`
    delete /* files.removal.deleteBlobs */ from files.blob
    where workspace_id = ${workspaceId} and key = any(${keys})`)

export const deleteThumbnails = (database: Queryable, workspaceId: number, max: number): Promise<number> =>
  database.run(sql`
    delete /* files.removal.deleteThumbnails */ from files.thumbnail
    where ctid = any(array(select ctid from files.thumbnail where workspace_id = ${workspaceId} limit ${max}))`)

export const deleteAccesses = (database: Queryable, workspaceId: number, max: number): Promise<number> =>
  database.run(sql`
    delete /* files.removal.deleteAccesses */ from files.share_access
    where id = any(array(select id from files.share_access where workspace_id = ${workspaceId} limit ${max}))`)

export const deleteNames = (database: Queryable, workspaceId: number, max: number): Promise<number> =>
  database.run(sql`
    delete /* files.removal.deleteNames */ from files.name
    where ctid = any(array(select ctid from files.name where workspace_id = ${workspaceId} limit ${max}))`)

export const deleteUsage = (database: Queryable, workspaceId: number): Promise<number> =>
  database.run(
    sql`delete /* files.removal.deleteUsage */ from files.usage where workspace_id = ${workspaceId}`,
  )

/** Links of theirs in the workspaces of others stay. */
export const forgetSharer = (database: Queryable, userId: number): Promise<number> =>
  database.run(sql`
    update /* files.removal.forgetSharer */ files.file set shared_by = null where shared_by = ${userId}`)
