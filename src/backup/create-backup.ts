import type { Client } from 'pg'
import type { Context } from '../api/context.ts'
import { keepBlobs, letRemove } from '../platform/blobs/removal-lock.ts'
import { counted } from '../platform/counted.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { ReportProgress } from '../platform/progress.ts'
import { writeArchive } from './archive/write.ts'
import { archiveContents, type Counted } from './archive-contents.ts'
import { openPoolCopy } from './pool/pool-copy.ts'
import { pruneBackups } from './prune-backups.ts'
import { prepareSession } from './snapshot-store.ts'
import { canRecord, deleteOldTries, endInterrupted, endTry, insertTry, lockBackups } from './store.ts'
import { archiveName } from './target/archive-name.ts'
import type { Target } from './target/target.ts'

const triesKeptMs = 400 * 24 * 60 * 60 * 1000

export interface BackupOptions {
  readonly target: Target
  /** `beside`: in the pool of the target. `none`: the operator keeps them elsewhere. */
  readonly blobs: 'beside' | 'none'
  /** Encrypts the secret keys. Without it, they are left out. */
  readonly passphrase?: string | undefined
  /** Part of the name. */
  readonly label?: string | undefined
  /** How many archives with this label remain. Then the pool is swept of what no archive needs. Undefined: neither. */
  readonly keep?: number | 'all' | undefined
  readonly progress?: ReportProgress | undefined
  readonly signal?: AbortSignal | undefined
}

export interface CreatedBackup {
  readonly name: string
  readonly place: string
  readonly size_bytes: number
  readonly created_at: string
  readonly rows: number
  readonly blobs: { readonly count: number; readonly bytes: number }
  readonly has_blobs: boolean
  /** Blobs that the store had lost before the backup. */
  readonly damaged_blobs: number
  readonly has_keys: boolean
}

/**
 * Writes an archive while the program works. Costs one connection and a few megabytes. Throws OperatorError if another
 * backup runs, BlobStoreFull, or the reason of `signal`; then nothing of the archive remains.
 */
export async function createBackup(context: Context, options: BackupOptions): Promise<CreatedBackup> {
  const { signal } = options
  signal?.throwIfAborted()
  const client = await context.connect()
  // Ends a statement that runs, COPY too.
  const interrupt = (): void => void client.end().catch(() => undefined)
  signal?.addEventListener('abort', interrupt)
  try {
    await prepareSession(client)
    if (!(await lockBackups(client)))
      throw new OperatorError('Another backup is being made. Wait until it is complete.')
    return await recorded(context, options, client)
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  } finally {
    signal?.removeEventListener('abort', interrupt)
    await client.end().catch(() => undefined)
  }
}

/** Under the lock of backups. */
async function recorded(context: Context, options: BackupOptions, client: Client): Promise<CreatedBackup> {
  const { clock, database } = context
  const startedAt = clock.now()
  if (!(await canRecord(database))) {
    const name = await freeName(options, startedAt)
    return create(context, options, client, { name, createdAt: startedAt })
  }
  await endInterrupted(database, startedAt)
  await deleteOldTries(database, new Date(startedAt.getTime() - triesKeptMs))
  const name = await freeName(options, startedAt)
  const { id } = await insertTry(database, { place: options.target.name, name, startedAt })
  try {
    const created = await create(context, options, client, { name, createdAt: startedAt })
    await endTry(database, id, clock.now(), {
      sizeBytes: created.size_bytes,
      blobs: created.blobs,
      error: created.damaged_blobs === 0 ? null : damagedSentence(created.damaged_blobs),
    })
    return created
  } catch (error) {
    const reason = options.signal?.aborted ? 'It was interrupted.' : messageOf(error)
    await endTry(database, id, clock.now(), { sizeBytes: null, blobs: null, error: reason }).catch(
      () => undefined,
    )
    throw error
  }
}

/** A second backup within a second must not replace the first one. A target that cannot be listed fails later, recorded. */
async function freeName({ target, label }: BackupOptions, at: Date): Promise<string> {
  const taken = new Set((await target.list().catch(() => [])).map(({ name }) => name))
  let time = at.getTime()
  while (taken.has(archiveName(new Date(time), label))) time += 1000
  return archiveName(new Date(time), label)
}

export const damagedSentence = (count: number): string =>
  `The store has lost the bytes of ${counted(count, 'blob')}, so the backup does not contain them. ` +
  'The log names what is lost.'

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500)

async function create(
  context: Context,
  options: BackupOptions,
  client: Client,
  { name, createdAt }: { readonly name: string; readonly createdAt: Date },
): Promise<CreatedBackup> {
  const { target, passphrase, keep, label, progress = () => undefined, signal } = options
  await target.removeUnfinished()
  // From before the snapshot until its blobs are copied, no blob is removed.
  if (options.blobs === 'beside') await keepBlobs(client)
  const pool = options.blobs === 'beside' ? openPoolCopy(context, target, signal) : undefined
  const contents = await archiveContents(context, client, { createdAt, pool, passphrase, progress })
  const stored = await target.write(name, writeArchive(contents))
  if (options.blobs === 'beside') await letRemove(client)
  if (keep !== undefined) await pruneBackups(context, target, { client, label, keep, name })
  const { lost, ...blobs } = contents.counted.blobs
  return {
    name,
    place: target.name,
    size_bytes: stored.sizeBytes,
    created_at: createdAt.toISOString(),
    rows: rowsOf(contents.counted),
    blobs,
    damaged_blobs: lost.length,
    has_blobs: pool !== undefined,
    has_keys: passphrase !== undefined,
  }
}

const rowsOf = ({ rows }: Counted): number => Object.values(rows).reduce((sum, count) => sum + count, 0)
