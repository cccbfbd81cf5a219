import type { BlobSeal } from '../../platform/blobs/store.ts'
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { releaseForgotten } from './reservation-store.ts'

/** Pass it to `chargeItems` in the same transaction. */
export interface Published {
  readonly reserved_bytes: number
}

/** Row first, so that crashes leave no orphaned bytes. The caller reserves the sizes in the same transaction. */
export const announceBlobs = async (
  database: Queryable,
  workspaceId: number,
  blobs: readonly { readonly key: string; readonly sizeBytes: number }[],
  now: Date,
): Promise<void> => {
  const keys = blobs.map(({ key }) => key)
  const sizes = blobs.map(({ sizeBytes }) => sizeBytes)
  await database.run(sql`
    insert /* files.blob.announceBlobs */ into files.blob (key, workspace_id, reserved_bytes, created_at, touched_at)
    select key, ${workspaceId}, size, ${now}, ${now}
    from unnest(${keys}::text[], ${sizes}::bigint[]) as announced (key, size)`)
}

export const touchBlobs = (
  database: Queryable,
  workspaceId: number,
  keys: readonly string[],
  now: Date,
): Promise<number> =>
  database.run(sql`
    update /* files.blob.touchBlobs */ files.blob set touched_at = ${now}
    where key = any(${keys}) and workspace_id = ${workspaceId} and state = 'pending'`)

/** Returns the keys whose bytes to remove. Waits for a concurrent transaction that publishes them, which wins. */
export const deletePendingBlobs = async (
  database: Queryable,
  workspaceId: number,
  keys: readonly string[],
): Promise<string[]> => {
  const rows = await database.rows<{ key: string }>(sql`
    with /* files.blob.deletePendingBlobs */ forgotten as (
      delete from files.blob where key = any(${keys}) and workspace_id = ${workspaceId} and state = 'pending'
      returning key, workspace_id, reserved_bytes
    ),
    ${releaseForgotten}
    select key from forgotten`)
  return rows.map(({ key }) => key)
}

export interface SealedBlob {
  readonly key: string
  readonly seal: BlobSeal
}

export const sealColumns = (blobs: readonly SealedBlob[]) => ({
  keys: blobs.map(({ key }) => key),
  sizes: blobs.map(({ seal }) => seal.sizeBytes),
  sums: blobs.map(({ seal }) => seal.sha256),
  crcs: blobs.map(({ seal }) => seal.crc32),
})

/** Publishes pending blobs, so that files may refer to them. Undefined when one of them was swept. */
export const publishBlobs = async (
  tx: Transaction,
  workspaceId: number,
  blobs: readonly SealedBlob[],
): Promise<Published | undefined> => {
  const { keys, sizes, sums, crcs } = sealColumns(blobs)
  const { count, reserved_bytes } = await tx.one<Published & { count: number }>(sql`
    with /* files.blob.publishBlobs */ pending as (
      select key, reserved_bytes from files.blob
      where key = any(${keys}) and workspace_id = ${workspaceId} and state = 'pending'
      for update
    ),
    published as (
      update files.blob blob
      set state = 'live', reserved_bytes = 0, size = sealed.size, sha256 = sealed.sha256, crc32 = sealed.crc32
      from unnest(${keys}::text[], ${sizes}::bigint[], ${sums}::text[], ${crcs}::bigint[])
        as sealed (key, size, sha256, crc32), pending
      where blob.key = sealed.key and pending.key = sealed.key and blob.workspace_id = ${workspaceId}
      returning pending.reserved_bytes
    )
    select count(*) as count, coalesce(sum(reserved_bytes), 0)::bigint as reserved_bytes from published`)
  return count === blobs.length ? { reserved_bytes } : undefined
}

/** The sweeper skips multipart uploads. False when the blob was swept. */
export const startMultipart = async (
  tx: Transaction,
  workspaceId: number,
  key: string,
  parts: string,
): Promise<boolean> => {
  const opened = await tx.run(sql`
    update /* files.blob.startMultipart */ files.blob set state = 'open', parts = ${parts}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'pending'`)
  return opened === 1
}

export const publishMultipart = async (
  tx: Transaction,
  workspaceId: number,
  key: string,
  seal: Pick<BlobSeal, 'sizeBytes' | 'crc32'>,
  now: Date,
): Promise<void> => {
  await tx.one(sql`
    update /* files.blob.publishMultipart */ files.blob
    set state = 'live', parts = null, size = ${seal.sizeBytes}, crc32 = ${seal.crc32}, touched_at = ${now}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'open'
    returning key`)
}

/** The row stays until the store has removed the parts. */
export interface AbortedBlob {
  readonly key: string
  readonly workspace_id: number
  readonly parts: string
}

export const abortMultipart = (
  tx: Transaction,
  workspaceId: number,
  key: string,
  now: Date,
): Promise<AbortedBlob> =>
  tx.one<AbortedBlob>(sql`
    update /* files.blob.abortMultipart */ files.blob set state = 'discarded', touched_at = ${now}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'open'
    returning key, workspace_id, parts`)

/** Aborted uploads whose bytes may still be stored, because a process crashed in between. */
export const listAborted = (
  database: Queryable,
  discardedBefore: Date,
  max: number,
): Promise<AbortedBlob[]> =>
  database.rows<AbortedBlob>(sql`
    select /* files.blob.listAborted */ key, workspace_id, parts from files.blob
    where state = 'discarded' and touched_at < ${discardedBefore}
    order by touched_at
    limit ${max}`)

export const deleteAborted = (database: Queryable, { key, workspace_id }: AbortedBlob): Promise<number> =>
  database.run(sql`
    delete /* files.blob.deleteAborted */
      from files.blob where key = ${key} and workspace_id = ${workspace_id} and state = 'discarded'`)

/** Of all writers, of which none may be at work. */
export const deleteAllUnpublished = (tx: Transaction): Promise<number> =>
  tx.run(sql`delete /* files.blob.deleteAllUnpublished */ from files.blob where state <> 'live'`)

interface LiveBlob {
  readonly size: number
  readonly sha256: string | null
  readonly crc32: number
}

export const findLive = (
  database: Queryable,
  workspaceId: number,
  key: string,
): Promise<LiveBlob | undefined> =>
  database.first<LiveBlob>(sql`
    select /* files.blob.findLive */ size, sha256, crc32 from files.blob
    where key = ${key} and workspace_id = ${workspaceId} and state = 'live'`)

/** The longest untouched first, so that none starves. */
export const takeUndigested = (
  tx: Transaction,
  untouchedSince: Date,
  now: Date,
  max: number,
): Promise<{ readonly key: string; readonly workspace_id: number }[]> =>
  tx.rows(sql`
    update /* files.blob.takeUndigested */ files.blob set touched_at = ${now}
    where (key, workspace_id) in (
      select key, workspace_id from files.blob
      where state = 'live' and sha256 is null and touched_at < ${untouchedSince}
      order by touched_at
      limit ${max}
      for update skip locked
    )
    returning key, workspace_id`)

export const setDigest = (
  database: Queryable,
  workspaceId: number,
  key: string,
  sha256: string,
): Promise<number> =>
  database.run(sql`
    update /* files.blob.setDigest */ files.blob set sha256 = ${sha256}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'live' and sha256 is null`)

export const deleteStaleBlobs = async (
  database: Queryable,
  untouchedSince: Date,
  max: number,
): Promise<string[]> => {
  const rows = await database.rows<{ key: string }>(sql`
    with /* files.blob.deleteStaleBlobs */ forgotten as (
      delete from files.blob
      where (key, workspace_id) in (
        select key, workspace_id from files.blob
        where state = 'pending' and touched_at < ${untouchedSince}
        limit ${max}
        for update skip locked
      )
      returning key, workspace_id, reserved_bytes
    ),
    ${releaseForgotten}
    select key from forgotten`)
  return rows.map(({ key }) => key)
}

/**
 * The first statement locks the rows: a concurrent copy either committed before and is seen by the second, or waits and
 * fails. A thumbnail is deleted one run after its original, a pack one run after its last blob.
 */
export const deleteUnreferenced = (database: Database, max: number): Promise<string[]> =>
  database.transaction(async (tx) => {
    const locked = await tx.rows<{ key: string }>(sql`
      select /* files.blob.deleteUnreferenced */ blob.key from files.blob blob
      where blob.state = 'live' and not exists (select from files.file where blob_key = blob.key)
        and not exists (select from files.thumbnail where thumbnail_key = blob.key)
        and not exists (select from files.blob packed where packed.pack_key = blob.key)
      limit ${max}
      for update of blob skip locked`)
    if (locked.length === 0) return []
    const rows = await tx.rows<{ key: string }>(sql`
      delete /* files.blob.deleteUnreferenced.2 */ from files.blob blob
      where blob.key = any(${locked.map(({ key }) => key)}) and blob.state = 'live'
        and not exists (select from files.file where blob_key = blob.key)
        and not exists (select from files.thumbnail where thumbnail_key = blob.key)
        and not exists (select from files.blob packed where packed.pack_key = blob.key)
      returning blob.key`)
    return rows.map(({ key }) => key)
  })

/** The keys that have a row; with `unfinished`, one that may still have parts. */
export const knownBlobs = async (
  database: Queryable,
  keys: readonly string[],
  unfinished: boolean,
): Promise<ReadonlySet<string>> => {
  const rows = await database.rows<{ key: string }>(sql`
    select /* files.blob.knownBlobs */ key from files.blob
    where key = any(${keys}) and (not ${unfinished}::boolean or state in ('pending', 'open', 'discarded'))`)
  return new Set(rows.map(({ key }) => key))
}
