import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { sealColumns, type SealedBlob } from './store.ts'

export const insertPackedBlobs = async (
  tx: Transaction,
  workspaceId: number,
  packKey: string,
  packed: readonly SealedBlob[],
  now: Date,
): Promise<void> => {
  const { keys, sizes, sums, crcs } = sealColumns(packed)
  await tx.run(sql`
    insert /* files.blob.insertPackedBlobs */ into files.blob
      (key, workspace_id, state, size, sha256, crc32, pack_key, created_at, touched_at)
    select key, ${workspaceId}, 'live', size, sha256, crc32, ${packKey}, ${now}, ${now}
    from unnest(${keys}::text[], ${sizes}::bigint[], ${sums}::text[], ${crcs}::bigint[])
      as packed (key, size, sha256, crc32)`)
}

export interface WastedPack {
  readonly key: string
  readonly workspace_id: number
}

export const findWastedPacks = (database: Queryable, max: number): Promise<WastedPack[]> =>
  database.rows<WastedPack>(sql`
    select /* files.blob.findWastedPacks */ pack.key, pack.workspace_id
    from files.blob packed
    join files.blob pack on pack.key = packed.pack_key and pack.workspace_id = packed.workspace_id
    where packed.pack_key is not null and pack.state = 'live'
    group by pack.key, pack.workspace_id, pack.size
    having sum(packed.size) * 2 < pack.size
    order by pack.size - sum(packed.size) desc
    limit ${max}`)

export interface PackedBlob {
  readonly key: string
  readonly size: number
  readonly sha256: string
  readonly crc32: number
}

export const findPackedBlobs = (
  database: Queryable,
  { key, workspace_id }: WastedPack,
): Promise<PackedBlob[]> =>
  database.rows<PackedBlob>(sql`
    select /* files.blob.findPackedBlobs */ key, size, sha256, crc32 from files.blob
    where pack_key = ${key} and workspace_id = ${workspace_id}
    order by key`)

/** Moves all references to new blobs with the same bytes. A concurrent copy breaks a foreign key and rolls back. */
export const replaceBlobs = async (
  tx: Transaction,
  workspaceId: number,
  replacements: readonly { readonly from: string; readonly to: string }[],
): Promise<void> => {
  const from = replacements.map((replacement) => replacement.from)
  const to = replacements.map((replacement) => replacement.to)
  await tx.run(sql`
    update /* files.blob.replaceBlobs */ files.file file set blob_key = replaced.new_key
    from unnest(${from}::text[], ${to}::text[]) as replaced (old_key, new_key)
    where file.blob_key = replaced.old_key and file.workspace_id = ${workspaceId}`)
  await tx.run(sql`
    update /* files.blob.replaceBlobs.2 */ files.thumbnail thumbnail set blob_key = replaced.new_key
    from unnest(${from}::text[], ${to}::text[]) as replaced (old_key, new_key)
    where thumbnail.blob_key = replaced.old_key and thumbnail.workspace_id = ${workspaceId}`)
  await tx.run(sql`
    delete /* files.blob.replaceBlobs.3 */ from files.blob where key = any(${from}) and workspace_id = ${workspaceId}`)
}
