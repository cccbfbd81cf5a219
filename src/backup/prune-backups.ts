import type { Client } from 'pg'
import type { Context } from '../api/context.ts'
import { sweepPool } from './pool/sweep-pool.ts'
import { readArchiveName } from './target/archive-name.ts'
import type { Target } from './target/target.ts'

interface Pruning {
  /** Holds the lock of backups. */
  readonly client: Client
  /** Only archives with this label are removed. */
  readonly label: string | undefined
  readonly keep: number | 'all'
  /** Was just made. It stays, even if the clock was set back and it looks old. */
  readonly name: string
}

/** Removes all but the newest archives of a label, then the blobs that no archive needs. A failure is logged, not thrown. */
export async function pruneBackups(
  context: Pick<Context, 'clock' | 'log'>,
  target: Target,
  { client, label, keep, name: made }: Pruning,
): Promise<void> {
  try {
    const old =
      keep === 'all'
        ? []
        : (await target.list())
            .filter(({ name }) => label !== undefined && readArchiveName(name)?.label === label)
            .slice(keep)
            .filter(({ name }) => name !== made)
    for (const { name } of old) {
      await target.remove(name)
      context.log.info({ name }, 'Removed an old backup.')
    }
    await sweepPool(target, { ...context, client })
  } catch (err) {
    context.log.warn({ err }, 'Old backups could not be removed. The next backup tries again.')
  }
}
