import type { BlobSeal } from '../../platform/blobs/store.ts'
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Notes a blob before its first byte is written, so that what a crash leaves behind can be found. */
export const announceBlob = async (
  database: Queryable,
  workspaceId: number,
  key: string,
  now: Date,
): Promise<void> => {
  await database.run(sql`
    insert into files.blob (key, workspace_id, created_at, touched_at)
    values (${key}, ${workspaceId}, ${now}, ${now})`)
}

/** Says that the writer of a pending blob is still at work. */
export const touchBlob = (
  database: Queryable,
  workspaceId: number,
  key: string,
  now: Date,
): Promise<number> =>
  database.run(sql`
    update files.blob set touched_at = ${now}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'pending'`)

/** Makes the blob one that files may refer to. False when it was swept meanwhile. */
export const publishBlob = async (
  tx: Transaction,
  workspaceId: number,
  key: string,
  seal: BlobSeal,
): Promise<boolean> => {
  const published = await tx.run(sql`
    update files.blob
    set state = 'live', size = ${seal.sizeBytes}, sha256 = ${seal.sha256}, crc32 = ${seal.crc32}
    where key = ${key} and workspace_id = ${workspaceId} and state = 'pending'`)
  return published === 1
}

/**
 * Forgets a blob that was never published; true when its bytes are to be removed. A transaction that publishes it at
 * this moment, also one whose outcome its client never learned, holds the row: it is waited for, and then it wins.
 */
export const forgetPending = async (
  database: Queryable,
  workspaceId: number,
  key: string,
): Promise<boolean> => {
  const forgotten = await database.run(sql`
    delete from files.blob where key = ${key} and workspace_id = ${workspaceId} and state = 'pending'`)
  return forgotten === 1
}

/** Forgets pending blobs whose writer gave no sign since `untouchedSince`; their keys, `max` at most. */
export const forgetAbandoned = async (
  database: Queryable,
  untouchedSince: Date,
  max: number,
): Promise<string[]> => {
  const rows = await database.rows<{ key: string }>(sql`
    delete from files.blob
    where (key, workspace_id) in (
      select key, workspace_id from files.blob
      where state = 'pending' and touched_at < ${untouchedSince}
      limit ${max}
      for update skip locked
    )
    returning key`)
  return rows.map(({ key }) => key)
}

/**
 * Forgets published blobs that no file refers to any more; their keys, `max` at most. The rows are locked first: a copy
 * that refers to one of them either committed before the lock and is seen by the second statement, or waits and fails.
 */
export const forgetUnreferenced = (database: Database, max: number): Promise<string[]> =>
  database.transaction(async (tx) => {
    const locked = await tx.rows<{ key: string }>(sql`
      select blob.key from files.blob blob
      where blob.state = 'live' and not exists (select from files.file where blob_key = blob.key)
      limit ${max}
      for update of blob skip locked`)
    if (locked.length === 0) return []
    const rows = await tx.rows<{ key: string }>(sql`
      delete from files.blob blob
      where blob.key = any(${locked.map(({ key }) => key)}) and blob.state = 'live'
        and not exists (select from files.file where blob_key = blob.key)
      returning blob.key`)
    return rows.map(({ key }) => key)
  })

/** Which of these keys have a row, whatever its state. */
export const knownBlobs = async (
  database: Queryable,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await database.rows<{ key: string }>(sql`select key from files.blob where key = any(${keys})`)
  return new Set(rows.map(({ key }) => key))
}
