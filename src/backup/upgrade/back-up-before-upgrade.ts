import type { Context } from '../../api/context.ts'
import { BlobStoreFull } from '../../platform/blobs/store.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { ReportProgress } from '../../platform/progress.ts'
import { hasCode } from '../../platform/system-error.ts'
import { version } from '../../platform/version.ts'
import type { ArchiveHead } from '../archive/format.ts'
import { ArchiveRefused, openArchive } from '../archive/read.ts'
import { createBackup } from '../create-backup.ts'
import { targetAt } from '../place.ts'
import { readArchiveName } from '../target/archive-name.ts'
import type { Target } from '../target/target.ts'
import { isInUse } from '../restore/tables-store.ts'

/** In the names of these archives. Nothing but the next try of the same upgrade removes them. */
const label = 'before-upgrade'

/** An upgrade that goes on within this time keeps the backup of its first try. */
const goesOnMsMax = 24 * 60 * 60 * 1000

export interface BackupWork {
  readonly progress: ReportProgress
  /** Ends a backup. Migrations run to their end. */
  readonly signal: AbortSignal
}

/** Returns the name of the archive that leads back; undefined if there is nothing to back up, or backups are off. */
export async function backUpBeforeUpgrade(context: Context, work: BackupWork): Promise<string | undefined> {
  const { settings, database, log } = context
  if (!(await isInUse(database))) return undefined
  const off = offReason(settings)
  if (off !== undefined) {
    log.warn({}, `No backup is taken before the upgrade, because ${off}.`)
    return undefined
  }
  try {
    const target = await targetAt(undefined, { ...context, cwd: settings.dataDir })
    try {
      return await backUpTo(target, context, work)
    } finally {
      target.close()
    }
  } catch (error) {
    if (work.signal.aborted) throw work.signal.reason
    log.error({ err: error }, 'The backup before the upgrade failed.')
    throw new OperatorError(
      `The backup before the upgrade failed, so nothing was upgraded: ${reasonOf(error)} ` +
        'To upgrade without one, set BUREAU_BACKUP_BEFORE_UPGRADE=off.',
      { cause: error },
    )
  }
}

/** Undefined: a backup is taken. */
export function offReason({ backups }: Context['settings']): string | undefined {
  if (!backups.beforeUpgrade) return 'BUREAU_BACKUP_BEFORE_UPGRADE is off'
  return backups.location ? undefined : 'BUREAU_BACKUPS is off'
}

/** A server that crashes and starts again must neither fill the disk nor replace the only way back. */
async function backUpTo(target: Target, context: Context, work: BackupWork): Promise<string> {
  const { settings, log, migrations } = context
  const applied = (await migrations.status()).flatMap(({ name, applied_at }) => (applied_at ? [name] : []))
  const earlier = await earlierTry(target, applied)
  const isGoingOn =
    earlier !== undefined &&
    earlier.migrations < applied.length &&
    context.clock.now().getTime() - earlier.at.getTime() < goesOnMsMax
  if (isGoingOn) {
    log.info({ backup: earlier.name }, 'The upgrade goes on. The backup before it was taken already.')
    return earlier.name
  }
  log.info({ target: target.name }, 'A backup is taken before the upgrade.')
  const { passphrase, blobs } = settings.backups
  const { name, size_bytes } = await createBackup(context, {
    ...work,
    target,
    blobs,
    label,
    ...(passphrase !== undefined && { passphrase }),
  })
  log.info({ backup: name, size_bytes }, 'The backup before the upgrade is complete.')
  if (earlier?.migrations === applied.length) await target.remove(earlier.name)
  return name
}

interface EarlierTry {
  readonly name: string
  readonly at: Date
  /** How many were applied. */
  readonly migrations: number
}

/** The newest archive of an upgrade to this version from here or, if some migrations were applied since, to here. */
async function earlierTry(target: Target, applied: readonly string[]): Promise<EarlierTry | undefined> {
  for (const { name } of await target.list()) {
    const named = readArchiveName(name)
    if (named?.label !== label) continue
    const head = await readHead(target, name)
    const isSame =
      head?.version === version &&
      head.migrations.every((migration, index) => migration.name === applied[index])
    return isSame ? { name, at: named.at, migrations: head.migrations.length } : undefined
  }
  return undefined
}

/** Undefined: it cannot be read, which must not prevent an upgrade. */
async function readHead(target: Target, name: string): Promise<ArchiveHead | undefined> {
  try {
    const archive = await openArchive(await target.read(name))
    await archive.close()
    return archive.head
  } catch (error) {
    if (error instanceof ArchiveRefused) return undefined
    throw error
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (error instanceof BlobStoreFull || hasCode(error, 'ENOSPC', 'EDQUOT'))
    return 'There is no room for it. Make some, or set BUREAU_BACKUPS to another place.'
  return 'See the log for the cause.'
}
