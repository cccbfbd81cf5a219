import type { Context } from '../../api/context.ts'
import { Batcher } from '../../platform/concurrency/batcher.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { findLastUse, noteUses } from './store.ts'

/** Records when keys were last used, in at most one write every two seconds and never within a request. */
export interface LastUses {
  readonly note: (keyId: number) => void
  readonly close: () => Promise<void>
}

export function openLastUses({
  clock,
  database,
  log,
}: Pick<Context, 'clock' | 'database' | 'log'>): LastUses {
  const uses = new Batcher<number, Date>({
    name: 'last uses of keys',
    log,
    delayMs: 2000,
    // The next use writes a newer record.
    attemptsMax: 1,
    merge: (_older, newer) => newer,
    write: (batch) => noteUses(database, batch),
  })
  return {
    note: (keyId) => uses.add(keyId, clock.now()),
    close: () => uses.close(),
  }
}

/** At most a few seconds behind; null until the first use is recorded. */
export const lastUseOf = async (database: Queryable, keyId: number): Promise<Date | null> =>
  (await findLastUse(database, keyId))?.last_used_at ?? null
