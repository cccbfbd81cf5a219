import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { SealedBlob } from './store.ts'

/** Up to this size a row costs less than a file of its own with its flushes: docs/decisions/0019. */
export const inlineBytesMax = 16 * 1024

export interface InlineBlob extends SealedBlob {
  readonly bytes: Buffer
}

export const insertInlineBlobs = async (
  tx: Transaction,
  workspaceId: number,
  blobs: readonly InlineBlob[],
  now: Date,
): Promise<void> => {
  const sizes = blobs.map(({ seal }) => seal.sizeBytes)
  let end = 0
  const starts = sizes.map((size) => (end += size) - size)
  // One parameter of bytes is sent as it is; an array of them as text of twice the length.
  const all = Buffer.concat(blobs.map(({ bytes }) => bytes))
  await tx.run(sql`
    insert /* files.blob.insertInlineBlobs */
      into files.blob (key, workspace_id, state, size, sha256, crc32, bytes, created_at, touched_at)
    select key, ${workspaceId}, 'live', size, sha256, crc32, substr(${all}::bytea, start + 1, size), ${now}, ${now}
    from unnest(
      ${blobs.map(({ key }) => key)}::text[], ${starts}::int[], ${sizes}::int[],
      ${blobs.map(({ seal }) => seal.sha256)}::text[], ${blobs.map(({ seal }) => seal.crc32)}::bigint[]
    ) as inline (key, start, size, sha256, crc32)`)
}

/** The blob store reads by key alone. */
export const findInlineBytes = async (database: Queryable, key: string): Promise<Uint8Array | undefined> => {
  const row = await database.find<{ bytes: Uint8Array }>(sql`
    select /* files.blob.findInlineBytes */ bytes from files.blob where key = ${key} and bytes is not null`)
  return row?.bytes
}
