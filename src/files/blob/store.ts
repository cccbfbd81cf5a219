import type { BlobSeal } from '../../platform/blobs/store.ts'
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { giveBackForgotten } from './room-store.ts'

/** Records a blob before its first byte is written, so that the remains of a crash can be found. Reserves nothing. */
export const announceBlob = async (
  database: Queryable,
  workspaceId: number,
  key: string,
  now: Date,
): Promise<void> => {
  await database.run(sql`
    insert /* files.blob.announceBlob */ into files.blob (key, workspace_id, created_at, touched_at)
    values (${key}, ${workspaceId}, ${now}, ${now})`)
}

/** Marks a pending blob as still being written. */
export const touchBlob = (
  database: Queryable,
  workspaceId: number,
  key: string,
  now: Date,
): Promise<number> =>
  database.run(sql`
    update /* files.blob.touchBlob */ files.blob set touched_at = ${now}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'pending'`)

/** What a blob had reserved until it was published: for `takeRoom`, in the same transaction. */
export interface Published {
  readonly reserved_bytes: number
}

/** Publishes a pending blob, so that files may refer to it. Undefined when it has been swept. */
export const publishBlob = (
  tx: Transaction,
  workspaceId: number,
  key: string,
  seal: BlobSeal,
): Promise<Published | undefined> =>
  tx.first<Published>(sql`
    with /* files.blob.publishBlob */ pending as (
      select reserved_bytes from files.blob
      where key = ${key} and workspace_id = ${workspaceId} and state = 'pending'
      for update
    )
    update files.blob
    set state = 'live', reserved_bytes = 0, size = ${seal.sizeBytes}, sha256 = ${seal.sha256}, crc32 = ${seal.crc32}
    from pending
    where key = ${key} and workspace_id = ${workspaceId}
    returning pending.reserved_bytes`)

/** Marks a pending blob as a multipart upload, which the sweeper leaves alone. False when it has been swept. */
export const openParts = async (
  tx: Transaction,
  workspaceId: number,
  key: string,
  parts: string,
): Promise<boolean> => {
  const opened = await tx.run(sql`
    update /* files.blob.openParts */ files.blob set state = 'open', parts = ${parts}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'pending'`)
  return opened === 1
}

/** Publishes a blob whose parts are complete and sealed; its SHA-256 follows later. */
export const publishParts = async (
  tx: Transaction,
  workspaceId: number,
  key: string,
  seal: Pick<BlobSeal, 'sizeBytes' | 'crc32'>,
  now: Date,
): Promise<void> => {
  await tx.one(sql`
    update /* files.blob.publishParts */ files.blob
    set state = 'live', parts = null, size = ${seal.sizeBytes}, crc32 = ${seal.crc32}, touched_at = ${now}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'open'
    returning key`)
}

/** A blob whose multipart upload has ended; its row stays until the store has discarded the parts. */
export interface DiscardedBlob {
  readonly key: string
  readonly workspace_id: number
  readonly parts: string
}

/** Abandons a blob that was waiting for parts. */
export const discardParts = (
  tx: Transaction,
  workspaceId: number,
  key: string,
  now: Date,
): Promise<DiscardedBlob> =>
  tx.one<DiscardedBlob>(sql`
    update /* files.blob.discardParts */ files.blob set state = 'discarded', touched_at = ${now}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'open'
    returning key, workspace_id, parts`)

/** Discarded blobs whose bytes may still be stored, because a process ended in between. */
export const listDiscarded = (
  database: Queryable,
  discardedBefore: Date,
  max: number,
): Promise<DiscardedBlob[]> =>
  database.rows<DiscardedBlob>(sql`
    select /* files.blob.listDiscarded */ key, workspace_id, parts from files.blob
    where state = 'discarded' and touched_at < ${discardedBefore}
    order by touched_at
    limit ${max}`)

/** Deletes the row of a discarded blob once the store has nothing of it. */
export const forgetDiscarded = async (
  database: Queryable,
  { key, workspace_id }: DiscardedBlob,
): Promise<void> => {
  await database.run(sql`
    delete /* files.blob.forgetDiscarded */
      from files.blob where key = ${key} and workspace_id = ${workspace_id} and state = 'discarded'`)
}

/** A published blob. */
interface LiveBlob {
  readonly size: number
  /** null until the job digest-blob has run. */
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

/**
 * Blobs that have had no SHA-256 since then, or since they were last taken. The longest wait comes first, so that none
 * of them starves the others.
 */
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

export const setDigest = async (
  database: Queryable,
  workspaceId: number,
  key: string,
  sha256: string,
): Promise<void> => {
  await database.run(sql`
    update /* files.blob.setDigest */ files.blob set sha256 = ${sha256}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'live' and sha256 is null`)
}

/**
 * Deletes the row of a blob that was never published and releases its reservation; true when its bytes are to be
 * removed. A concurrent transaction that publishes it, even one whose outcome its client never learned, holds the row:
 * this waits, and that one wins.
 */
export const forgetPending = async (
  database: Queryable,
  workspaceId: number,
  key: string,
): Promise<boolean> => {
  const forgotten = await database.first(sql`
    with /* files.blob.forgetPending */ forgotten as (
      delete from files.blob where key = ${key} and workspace_id = ${workspaceId} and state = 'pending'
      returning key, workspace_id, reserved_bytes
    ),
    ${giveBackForgotten}
    select key from forgotten`)
  return forgotten !== undefined
}

/**
 * Deletes the rows of pending blobs whose writer has been silent since `untouchedSince` and releases their reservations;
 * their keys, `max` at most.
 */
export const forgetAbandoned = async (
  database: Queryable,
  untouchedSince: Date,
  max: number,
): Promise<string[]> => {
  const rows = await database.rows<{ key: string }>(sql`
    with /* files.blob.forgetAbandoned */ forgotten as (
      delete from files.blob
      where (key, workspace_id) in (
        select key, workspace_id from files.blob
        where state = 'pending' and touched_at < ${untouchedSince}
        limit ${max}
        for update skip locked
      )
      returning key, workspace_id, reserved_bytes
    ),
    ${giveBackForgotten}
    select key from forgotten`)
  return rows.map(({ key }) => key)
}

/**
 * Deletes the rows of published blobs that no file refers to any more, nor another blob as its thumbnail; their keys,
 * `max` at most. The rows are locked first: a copy that refers to one of them either committed before the lock and is
 * seen by the second statement, or waits and fails. A thumbnail goes one run after the blob that it was made of,
 * a pack one run after the last blob in it.
 */
export const forgetUnreferenced = (database: Database, max: number): Promise<string[]> =>
  database.transaction(async (tx) => {
    const locked = await tx.rows<{ key: string }>(sql`
      select /* files.blob.forgetUnreferenced */ blob.key from files.blob blob
      where blob.state = 'live' and not exists (select from files.file where blob_key = blob.key)
        and not exists (select from files.thumbnail where thumbnail_key = blob.key)
        and not exists (select from files.blob packed where packed.pack_key = blob.key)
      limit ${max}
      for update of blob skip locked`)
    if (locked.length === 0) return []
    const rows = await tx.rows<{ key: string }>(sql`
      delete /* files.blob.forgetUnreferenced.2 */ from files.blob blob
      where blob.key = any(${locked.map(({ key }) => key)}) and blob.state = 'live'
        and not exists (select from files.file where blob_key = blob.key)
        and not exists (select from files.thumbnail where thumbnail_key = blob.key)
        and not exists (select from files.blob packed where packed.pack_key = blob.key)
      returning blob.key`)
    return rows.map(({ key }) => key)
  })

/** Which of these keys have a row in any state; for `unfinished` bytes one that still waits for parts. */
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
