import type { WrittenPart } from '../../platform/blobs/store.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Uploader } from './model.ts'

export interface ChunkId {
  readonly uploadKey: string
  readonly index: number
}

export interface ClaimedUpload {
  readonly size: number
  readonly chunk_size: number
  readonly total_chunks: number
  readonly received_chunks: number
  readonly blob_key: string
  readonly parts: string
  readonly claimed: boolean
}

/** Undefined when the uploader does not have the upload. Locks the upload before the chunk, here and everywhere. */
export const claimChunk = (
  database: Queryable,
  { userId, workspaceId, folderId }: Uploader,
  { uploadKey, index }: ChunkId,
  claim: {
    readonly lease: string
    readonly sizeBytes: number | undefined
    readonly now: Date
    readonly idleSince: Date
  },
): Promise<ClaimedUpload | undefined> =>
  database.first<ClaimedUpload>(sql`
    with /* files.upload.claimChunk */ upload as (
      update files.upload set touched_at = ${claim.now}
      where key = ${uploadKey} and workspace_id = ${workspaceId} and user_id = ${userId}
        and scope_folder_id is not distinct from ${folderId} and touched_at > ${claim.idleSince}
      returning key, workspace_id, size, chunk_size, total_chunks, received_chunks, blob_key
    ), claimed as (
      insert into files.upload_chunk (upload_key, index, lease)
      select key, ${index}, ${claim.lease} from upload
      where ${index}::int < total_chunks
        and coalesce(${claim.sizeBytes ?? null}::bigint, least(chunk_size, size - ${index}::bigint * chunk_size))
          = least(chunk_size, size - ${index}::bigint * chunk_size)
      on conflict (upload_key, index) do nothing
      returning index
    )
    select
      upload.size, upload.chunk_size, upload.total_chunks, upload.received_chunks, upload.blob_key, blob.parts,
      exists (select from claimed) as claimed
    from upload
    join files.blob blob on blob.key = upload.blob_key and blob.workspace_id = upload.workspace_id`)

interface FoundChunk {
  readonly lease: string | null
  readonly beat: number
}

export const findChunk = (
  database: Queryable,
  { uploadKey, index }: ChunkId,
): Promise<FoundChunk | undefined> =>
  database.first<FoundChunk>(sql`
    select /* files.upload.findChunk */
      lease, beat from files.upload_chunk where upload_key = ${uploadKey} and index = ${index}`)

/** Takes the lease of a dead writer. False when its beat has moved on. */
export const takeOverChunk = async (
  database: Queryable,
  { uploadKey, index }: ChunkId,
  dead: FoundChunk,
  lease: string,
): Promise<boolean> =>
  (await database.run(sql`
    update /* files.upload.takeOverChunk */ files.upload_chunk set lease = ${lease}, beat = 0
    where upload_key = ${uploadKey} and index = ${index} and lease = ${dead.lease} and beat = ${dead.beat}`)) ===
  1

export const beatChunk = async (
  database: Queryable,
  { uploadKey, index }: ChunkId,
  lease: string,
): Promise<boolean> =>
  (await database.run(sql`
    update /* files.upload.beatChunk */ files.upload_chunk set beat = beat + 1
    where upload_key = ${uploadKey} and index = ${index} and lease = ${lease}`)) === 1

export const releaseChunk = (
  database: Queryable,
  { uploadKey, index }: ChunkId,
  lease: string,
): Promise<number> =>
  database.run(sql`
    delete /* files.upload.releaseChunk */ from files.upload_chunk
    where upload_key = ${uploadKey} and index = ${index} and lease = ${lease}`)

export const acceptChunk = (
  database: Queryable,
  { uploadKey, index }: ChunkId,
  lease: string,
  { crc32, tag }: WrittenPart,
  now: Date,
): Promise<{ received_chunks: number } | undefined> =>
  database.first<{ received_chunks: number }>(sql`
    with /* files.upload.acceptChunk */ locked as (
      select key from files.upload where key = ${uploadKey} for no key update
    ), accepted as (
      update files.upload_chunk chunk set lease = null, crc32 = ${crc32}, tag = ${tag}
      from locked
      where chunk.upload_key = locked.key and chunk.index = ${index} and chunk.lease = ${lease}
      returning chunk.upload_key
    )
    update files.upload upload set received_chunks = received_chunks + 1, touched_at = ${now}
    from accepted
    where upload.key = accepted.upload_key
    returning upload.received_chunks`)

interface CompleteChunk {
  readonly index: number
  readonly crc32: number
  readonly tag: string
}

export const listChunks = (database: Queryable, uploadKey: string): Promise<CompleteChunk[]> =>
  database.rows<CompleteChunk>(sql`
    select /* files.upload.listChunks */ index, crc32, tag from files.upload_chunk
    where upload_key = ${uploadKey} and lease is null
    order by index`)
