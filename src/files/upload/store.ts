import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { countedMax } from '../../platform/operations/collector.ts'
import type { Upload, Uploader } from './model.ts'

export const findUpload = (
  database: Queryable,
  { userId, workspaceId, folderId }: Uploader,
  key: string,
  idleSince: Date,
): Promise<Upload | undefined> =>
  database.first<Upload>(sql`
    select /* files.upload.findUpload */
      upload.key, upload.name, upload.size, upload.parent_id, upload.chunk_size, upload.blob_key, blob.parts,
      upload.created_at,
      array(
        select index from files.upload_chunk where upload_key = upload.key and lease is null order by index
      ) as whole
    from files.upload upload
    join files.blob blob on blob.key = upload.blob_key and blob.workspace_id = upload.workspace_id
    where upload.key = ${key} and upload.workspace_id = ${workspaceId} and upload.user_id = ${userId}
      and upload.scope_folder_id is not distinct from ${folderId} and upload.touched_at > ${idleSince}`)

/** docs/api/uploads.md#resuming */
export interface UploadIdentity {
  readonly name: string
  readonly size: number
  readonly parentId: string | null
}

export const resumeUpload = (
  database: Queryable,
  { userId, workspaceId, folderId }: Uploader,
  { name, size, parentId }: UploadIdentity,
  times: { readonly now: Date; readonly idleSince: Date },
): Promise<{ key: string; idle: boolean } | undefined> =>
  database.first<{ key: string; idle: boolean }>(sql`
    update /* files.upload.resumeUpload */ files.upload
    set touched_at = case when touched_at > ${times.idleSince} then ${times.now} else touched_at end
    where user_id = ${userId} and workspace_id = ${workspaceId} and name = ${name} and size = ${size}
      and scope_folder_id is not distinct from ${folderId} and parent_id is not distinct from ${parentId}
    returning key, touched_at <= ${times.idleSince} as idle`)

/** Serializes a user's openings, for the limit of bytes in flight and for one session an upload. */
export const lockUploader = (tx: Transaction, userId: number): Promise<number> =>
  tx.run(sql`
    select /* files.upload.lockUploader */ pg_advisory_xact_lock(hashtextextended('files.upload', ${userId}))`)

export const bytesInFlight = async (
  database: Queryable,
  userId: number,
  idleSince: Date,
): Promise<number> => {
  const { bytes } = await database.one<{ bytes: number }>(sql`
    select /* files.upload.bytesInFlight */ coalesce(sum(size), 0)::bigint as bytes from files.upload
    where user_id = ${userId} and touched_at > ${idleSince}`)
  return bytes
}

interface NewUpload extends UploadIdentity {
  readonly key: string
  readonly chunkBytes: number
  readonly totalChunks: number
  readonly blobKey: string
  readonly createdAt: Date
}

export const insertUpload = (
  tx: Transaction,
  { userId, workspaceId, folderId }: Uploader,
  upload: NewUpload,
): Promise<number> =>
  tx.run(sql`
    insert /* files.upload.insertUpload */ into files.upload (
      key, user_id, workspace_id, scope_folder_id, parent_id, name, size, chunk_size, total_chunks, blob_key,
      created_at, touched_at
    ) values (
      ${upload.key}, ${userId}, ${workspaceId}, ${folderId}, ${upload.parentId}, ${upload.name}, ${upload.size},
      ${upload.chunkBytes}, ${upload.totalChunks}, ${upload.blobKey}, ${upload.createdAt}, ${upload.createdAt}
    )`)

interface ClosedUpload {
  readonly workspace_id: number
  readonly size: number
  readonly blob_key: string
}

/** Undefined when it has already ended: of concurrent calls only one gets the row. */
export const closeUpload = (
  tx: Transaction,
  workspaceId: number,
  key: string,
): Promise<ClosedUpload | undefined> =>
  tx.first<ClosedUpload>(sql`
    delete /* files.upload.closeUpload */ from files.upload where key = ${key} and workspace_id = ${workspaceId}
    returning workspace_id, size, blob_key`)

export const closeIdleUpload = (tx: Transaction, idleSince: Date): Promise<ClosedUpload | undefined> =>
  tx.first<ClosedUpload>(sql`
    delete /* files.upload.closeIdleUpload */ from files.upload
    where key = (
      select key from files.upload where touched_at <= ${idleSince}
      order by touched_at
      limit 1
      for update skip locked
    )
    returning workspace_id, size, blob_key`)

export async function countUploads(database: Queryable): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select /* files.upload.countUploads */ count(*)
    from (select from files.upload limit ${countedMax}) as open`)
  return count
}

export async function deleteAllUploads(tx: Transaction): Promise<void> {
  await tx.run(sql`delete /* files.upload.deleteAllUploads */ from files.upload_chunk`)
  await tx.run(sql`delete /* files.upload.deleteAllUploads.2 */ from files.upload`)
}
