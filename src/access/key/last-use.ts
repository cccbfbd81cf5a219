import type { Context } from '../../api/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { findLastUse, noteUses } from './store.ts'

const flushMs = 2000

/** Notes when keys were last used: at most one write of all of them every two seconds, never in a request. */
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
    // A lost note of a use is no harm; the next use writes a newer one.
    await noteUses(database, uses).catch((err: unknown) =>
      log.warn({ err }, 'last uses of keys were not noted'),
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

/** When a key was last used, at most a few seconds behind; null before the first use was noted. */
export const lastUseOf = async (database: Queryable, keyId: number): Promise<Date | null> =>
  (await findLastUse(database, keyId))?.last_used_at ?? null
