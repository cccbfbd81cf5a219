import type { EmptyInstallation } from '../../backup/restore/restore-backup.ts'
import { openBlobs } from '../../platform/blobs/setup/open.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDataDirectory } from '../../platform/data-directory.ts'
import { claimDatabase } from '../../platform/limits/single-server-lock.ts'
import type { Log } from '../../platform/log/log.ts'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded.ts'
import { systemRandom } from '../../platform/random.ts'
import { closers } from '../closers.ts'
import type { Config } from '../config.ts'

interface OpenedInstallation extends EmptyInstallation, AsyncDisposable {
  /** Aborts with the caller's, and when the database is lost. */
  readonly signal: AbortSignal
}

/** What a restore fills: nothing is migrated yet. No server starts on it, or with its database, until it is closed. */
export async function openEmptyInstallation(
  config: Config,
  { env, log, signal }: { readonly env: NodeJS.ProcessEnv; readonly log: Log; readonly signal: AbortSignal },
): Promise<OpenedInstallation> {
  const closing = closers()
  const lost = new AbortController()
  const fail = (error: Error) => lost.abort(error)
  try {
    const directory = await openDataDirectory(config.dataDir, 'restore')
    closing.add(directory.release)
    const connectionString = config.database.url ?? (await startPostgres(directory.path))
    const claim = await claimDatabase({
      connectionString,
      shared: false,
      log,
      onLost: () => fail(new Error('Another server has taken over the database.')),
      taken: 'A server uses this database. Stop it, and run the command again.',
    })
    closing.add(claim.release)
    const blobs = await openBlobs(config.blobs, { clock: systemClock, log, random: systemRandom })
    closing.add(blobs.close)
    return {
      dataDir: directory.path,
      connectionString,
      blobs,
      signal: AbortSignal.any([signal, lost.signal]),
      [Symbol.asyncDispose]: closing.close,
    }
  } catch (error) {
    await closing.close()
    throw error
  }

  async function startPostgres(path: string): Promise<string> {
    const postgres = await startEmbeddedPostgres({ dataDir: path, log, env, onFailure: fail })
    closing.add(postgres.stop)
    return postgres.connectionString
  }
}
