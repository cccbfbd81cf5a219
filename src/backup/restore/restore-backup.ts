import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { restartDeletions } from '../../identity/removal/mark.ts'
import type { BlobStore } from '../../platform/blobs/store.ts'
import type { Clock } from '../../platform/clock.ts'
import { connectAlone } from '../../platform/database/connection.ts'
import type pg from 'pg'
import { migrate } from '../../platform/database/migrate.ts'
import { appliedMigrations } from '../../platform/database/migration-table.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { queryable } from '../../platform/database/queryable.ts'
import type { Log } from '../../platform/log/log.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { writeSecretKeys } from '../../platform/secrets/key-file.ts'
import type { ArchiveHead } from '../archive/format.ts'
import type { ArchiveFile } from './archive-file.ts'
import { type CheckedArchive, extractBlobList, type Work } from './check-archive.ts'
import type { ChosenKeys } from './choose-keys.ts'
import { copyBlobs, findMissing } from './copy-blobs.ts'
import { readMarker, removeMarker, setMarker } from './marker.ts'
import { inUse, restoreTables } from './restore-tables.ts'
import { analyze, dropSchemas, isInUse } from './tables-store.ts'

/** Its data directory is locked, and so is its database. */
export interface EmptyInstallation {
  readonly dataDir: string
  readonly connectionString: string
  readonly blobs: BlobStore
}

export interface RestoreOptions {
  readonly file: ArchiveFile
  readonly archive: CheckedArchive
  readonly keys: ChosenKeys
  readonly acceptsMissingBlobs: boolean
  readonly sendsQueued: boolean
  readonly clock: Clock
  readonly log: Log
}

export interface RestoreReport {
  readonly name: string
  readonly created_at: string
  readonly version: string
  readonly tables: number
  readonly rows: number
  readonly blobs: {
    readonly count: number
    readonly bytes: number
    readonly copied: number
    readonly missing: number
  }
  /** Texts that were queued when the backup was made. */
  readonly failed_texts: number
  /** Applied afterwards, because this version is newer. */
  readonly migrations: readonly string[]
}

/**
 * Blobs first, then the database in one transaction, so that an installation with people is complete. Interrupted at any
 * moment, it leaves an empty installation, and the next run goes on. Throws OperatorError.
 */
export async function restoreBackup(
  into: EmptyInstallation,
  options: RestoreOptions,
  work: Work,
): Promise<RestoreReport> {
  const { dataDir, connectionString } = into
  const { file, clock, log } = options
  const client = await connectAlone(connectionString)
  try {
    const marker = await readMarker(dataDir)
    const isComplete = await isInUse(queryable(client))
    if (isComplete && marker !== file.name) throw inUse()
    const restored = isComplete ? nothingMore : await fill(into, client, options, work)
    const migrations = await migrate({ connectionString, clock, log })
    await restartDeletions(queryable(client), clock.now())
    await analyze(queryable(client))
    await removeMarker(dataDir)
    return reportOf(options, restored, migrations)
  } finally {
    await client.end()
  }
}

interface Restored {
  readonly copied: number
  readonly missing: number
  readonly failedTexts: number
}

/** An earlier run did everything and was killed before it said so. */
const nothingMore: Restored = { copied: 0, missing: 0, failedTexts: 0 }

async function fill(
  into: EmptyInstallation,
  client: pg.Client,
  options: RestoreOptions,
  work: Work,
): Promise<Restored> {
  const { dataDir, connectionString, blobs } = into
  const { file, archive, keys, clock, log } = options
  const list = join(dataDir, 'restoring.blobs')
  await blobs.check()
  try {
    await extractBlobList(file, archive.end.lost_blobs, list)
    const sources = { file, list, store: blobs, total: archive.end.blobs }
    const missing = await findMissing(sources, archive.head.blobs, work)
    if (missing.count > 0 && !options.acceptsMissingBlobs)
      throw new OperatorError(missingBlobs(missing.count, archive, file))
    await setMarker(dataDir, file.name)
    if (keys.fileToWrite !== undefined) await writeSecretKeys(keys.fileToWrite, keys.keys)
    const copied = archive.head.blobs === 'beside' ? await copyBlobs(sources, work) : 0
    await prepareSchema(queryable(client), archive.head)
    const only = new Set(archive.head.migrations.map(({ name }) => name))
    await migrate({ connectionString, clock, log, only })
    const { sendsQueued } = options
    const { failedTexts } = await restoreTables(client, { file, keys: keys.keys, sendsQueued, clock }, work)
    return { copied, missing: missing.count, failedTexts }
  } finally {
    await rm(list, { force: true })
  }
}

const missingBlobs = (count: number, { head, end }: CheckedArchive, { target }: ArchiveFile): string =>
  `${count} of ${end.blobs.count} blobs of the backup are missing` +
  (head.blobs === 'none'
    ? ': it has none, and they are not where BUREAU_BLOBS says. Restore them first'
    : ` in ${target.name}. Bring them back`) +
  ', or go without these files with --missing-blobs accept.'

/** Removes the empty schema of a newer version, or of an interrupted restore of another backup. */
async function prepareSchema(database: Queryable, { migrations }: ArchiveHead): Promise<void> {
  const wanted = new Set(migrations.map(({ name }) => name))
  if ((await appliedMigrations(database)).every(({ name }) => wanted.has(name))) return
  await dropSchemas(database)
}

function reportOf(
  { file, archive: { head, end } }: RestoreOptions,
  { copied, missing, failedTexts }: Restored,
  migrations: readonly string[],
): RestoreReport {
  return {
    name: file.name,
    created_at: head.created_at,
    version: head.version,
    tables: head.tables.length,
    rows: Object.values(end.rows).reduce((sum, rows) => sum + rows, 0),
    blobs: { ...end.blobs, copied, missing },
    failed_texts: failedTexts,
    migrations,
  }
}
