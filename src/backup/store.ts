import type { Client } from 'pg'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** Advisory lock: "Back" in ASCII, and a number. */
const lockSpace = 0x4261636b
const lockNumber = 1

/** False: another process makes a backup. Ends with the connection. */
export async function lockBackups(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select /* backup.lockBackups */ pg_try_advisory_lock($1, $2) as locked',
    [lockSpace, lockNumber],
  )
  return rows[0]?.locked === true
}

/** False before migration 0017, whose upgrade takes a backup too. */
export const canRecord = async (database: Queryable): Promise<boolean> =>
  (await database.first(sql`
    select /* backup.canRecord */ where to_regclass('platform.backup') is not null`)) !== undefined

/** Call it under the lock: a try without an end was interrupted. */
export const endInterrupted = (database: Queryable, now: Date): Promise<number> =>
  database.run(sql`
    update /* backup.endInterrupted */ platform.backup
    set ended_at = ${now}, error = 'The process ended before the backup was complete.'
    where ended_at is null`)

export const deleteOldTries = (database: Queryable, before: Date): Promise<number> =>
  database.run(sql`delete /* backup.deleteOldTries */ from platform.backup where started_at < ${before}`)

export const insertTry = (
  database: Queryable,
  { place, name, startedAt }: { readonly place: string; readonly name: string; readonly startedAt: Date },
): Promise<{ id: number }> =>
  database.one(sql`
    insert /* backup.insertTry */ into platform.backup (place, name, started_at)
    values (${place}, ${name}, ${startedAt}) returning id`)

interface TryResult {
  readonly sizeBytes: number | null
  readonly blobs: { readonly count: number; readonly bytes: number } | null
  readonly error: string | null
}

export const endTry = (
  database: Queryable,
  id: number,
  endedAt: Date,
  { sizeBytes, blobs, error }: TryResult,
): Promise<number> =>
  database.run(sql`
    update /* backup.endTry */ platform.backup set ended_at = ${endedAt}, size_bytes = ${sizeBytes},
      blobs_count = ${blobs?.count ?? null}, blobs_bytes = ${blobs?.bytes ?? null}, error = ${error}
    where id = ${id}`)

export interface GoodBackup {
  readonly place: string
  readonly name: string
  readonly ended_at: Date
  readonly size_bytes: number
}

export const findLastGood = (database: Queryable): Promise<GoodBackup | undefined> =>
  database.first<GoodBackup>(sql`
    select /* backup.findLastGood */ place, name, ended_at, size_bytes from platform.backup
    where error is null and ended_at is not null order by ended_at desc limit 1`)

export interface LastTry {
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly error: string | null
}

export const findLastTry = (database: Queryable): Promise<LastTry | undefined> =>
  database.first<LastTry>(sql`
    select /* backup.findLastTry */ started_at, ended_at, error from platform.backup
    where ended_at is not null order by started_at desc limit 1`)

/** When the database was made. */
export const findFirstMigration = (database: Queryable): Promise<{ at: Date }> =>
  database.one<{ at: Date }>(sql`
    select /* backup.findFirstMigration */ min(applied_at) as at from platform.migration`)
