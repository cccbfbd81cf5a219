import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import { connectAlone } from '../../platform/database/connection.ts'
import { migrate } from '../../platform/database/migrate.ts'
import type { Log } from '../../platform/log/log.ts'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded.ts'
import type { Random } from '../../platform/random.ts'
import { type ArchivedBlob, archivedBlobs, type ArchiveFile } from './archive-file.ts'
import { atOnce } from './at-once.ts'
import { type CheckedArchive, extractBlobList, type Work } from './check-archive.ts'
import { findMissing } from './copy-blobs.ts'
import { restoreTables } from './restore-tables.ts'

const sampleCount = 100
const readsAtOnce = 4

export interface VerifyOptions {
  readonly file: ArchiveFile
  readonly archive: CheckedArchive
  /** Undefined: they are not at hand. */
  readonly keys: readonly Buffer[] | undefined
  /** Reads all blobs. Default: a sample. */
  readonly readsAll: boolean
  readonly clock: Clock
  readonly log: Log
  readonly random: Random
}

export interface VerifyReport {
  readonly name: string
  readonly created_at: string
  readonly version: string
  readonly tables: number
  readonly rows: number
  readonly blobs: {
    readonly count: number
    readonly bytes: number
    /** Null: the backup has none. */
    readonly missing: number | null
    /** Blobs that were read. */
    readonly read: number
    /** Keys of those whose SHA-256 differs. */
    readonly damaged: readonly string[]
  }
  /** Whether it was proved that the installation wrote the backup. */
  readonly mac: 'checked' | 'not checked'
}

/** Restores into a database of its own in a temporary directory, and compares. Throws OperatorError. */
export async function verifyBackup(options: VerifyOptions, work: Work): Promise<VerifyReport> {
  const scratch = await mkdtemp(join(tmpdir(), 'bureau-verify-'))
  try {
    await restoreInto(scratch, options, work)
    const list = join(scratch, 'blobs')
    const { archive, file, keys } = options
    const { head, end } = archive
    await extractBlobList(file, end.lost_blobs, list)
    const hasBlobs = head.blobs === 'beside'
    const sources = { file, list, store: file.target.blobs, total: end.blobs }
    const missing = hasBlobs ? (await findMissing(sources, head.blobs, work)).count : null
    const read = hasBlobs ? await readBlobs(list, options, work) : { count: 0, damaged: [] }
    return {
      name: file.name,
      created_at: head.created_at,
      version: head.version,
      tables: head.tables.length,
      rows: Object.values(end.rows).reduce((sum, rows) => sum + rows, 0),
      blobs: { ...end.blobs, missing, read: read.count, damaged: read.damaged },
      mac: keys ? 'checked' : 'not checked',
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Including the migrations since then, as a restore would. */
async function restoreInto(scratch: string, options: VerifyOptions, work: Work): Promise<void> {
  const { file, archive, keys, clock, log } = options
  work.progress({ step: 'Starting a database', done: 0, unit: 'items' })
  const postgres = await startEmbeddedPostgres({ dataDir: scratch, log, durable: false })
  try {
    const { connectionString } = postgres
    const only = new Set(archive.head.migrations.map(({ name }) => name))
    await migrate({ connectionString, clock, log, only })
    const client = await connectAlone(connectionString)
    try {
      await restoreTables(client, { file, keys, sendsQueued: true, clock }, work)
    } finally {
      await client.end()
    }
    await migrate({ connectionString, clock, log })
  } finally {
    await postgres.stop()
  }
}

async function readBlobs(
  list: string,
  { file: { target }, archive, readsAll, random }: VerifyOptions,
  { progress, signal }: Work,
): Promise<{ readonly count: number; readonly damaged: readonly string[] }> {
  const total = archive.end.blobs.count
  const chosen = readsAll ? () => true : sampleOf(total, random)
  const damaged: string[] = []
  let count = 0
  await atOnce(
    filtered(archivedBlobs(list), chosen),
    readsAtOnce,
    signal,
    async ({ key, sizeBytes, sha256 }) => {
      if ((await target.blobs.sizeOf(key)) !== sizeBytes) return
      const digest = createHash('sha256')
      const bytes = await target.blobs.borrow(key, { start: 0, end: sizeBytes - 1 })
      for await (const piece of bytes) {
        signal.throwIfAborted()
        digest.update(piece)
      }
      if (sha256 !== undefined && digest.digest('hex') !== sha256) damaged.push(key)
      progress({
        step: 'Reading blobs',
        done: ++count,
        total: readsAll ? total : Math.min(total, sampleCount),
        unit: 'items',
      })
    },
  )
  return { count, damaged }
}

/** Each is chosen with the chance that makes the sample full (Knuth's algorithm S). */
function sampleOf(total: number, random: Random): () => boolean {
  let left = total
  let wanted = Math.min(total, sampleCount)
  return () => {
    const isChosen = random.fraction() * left < wanted
    left--
    if (isChosen) wanted--
    return isChosen
  }
}

async function* filtered(
  blobs: AsyncIterable<ArchivedBlob>,
  isChosen: () => boolean,
): AsyncGenerator<ArchivedBlob> {
  for await (const blob of blobs) if (isChosen()) yield blob
}
