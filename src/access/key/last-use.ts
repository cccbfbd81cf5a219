import type { Context } from '../../api/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { findLastUse, noteUses } from './store.ts'

const flushMs = 2000

/** Records when keys were last used: one write for all of them every two seconds at most, never within a request. */
export interface LastUses {
  readonly note: (keyId: number) => void
  readonly close: () => Promise<void>
}

export function openLastUses({
  clock,
  database,
  log,
}: Pick<Context, 'clock' | 'database' | 'log'>): LastUses {
  let waiting = new Map<number, Date>()
  const flush = async () => {
    if (waiting.size === 0) return
    const uses = waiting
    waiting = new Map()
    // A lost record does no harm: the next use writes a newer one.
    await noteUses(database, uses).catch((err: unknown) =>
      log.warn({ err }, 'The last uses of keys could not be recorded.'),
    )
  }
  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()
  return {
    note: (keyId) => waiting.set(keyId, clock.now()),
    close: () => {
      clearInterval(timer)
      return flush()
    },
  }
}

/** When a key was last used, at most a few seconds behind; null until the first use is recorded. */
export const lastUseOf = async (database: Queryable, keyId: number): Promise<Date | null> =>
  (await findLastUse(database, keyId))?.last_used_at ?? null
