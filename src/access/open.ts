import type { Context } from '../api/context.ts'
import type { Gate } from '../api/gate.ts'
import type { CounterStore } from '../platform/limits/limit.ts'
import { openGate } from './gates/api-key.ts'
import { openKeyCache } from './key/cache.ts'
import { openLastUses } from './key/last-use.ts'

export interface AccessOptions {
  /** Opened and closed by the caller: they may be in Redis or in memory. */
  readonly counters: CounterStore
  /** Told the name of every limit that refused, for metrics. */
  readonly onRefusal?: (limit: string) => void
}

/** What a process needs to let callers in. */
export interface Access {
  readonly gate: Gate
  /** To be called when no request runs any more; writes the last uses of keys that were not written yet. */
  readonly close: () => Promise<void>
}

export function openAccess(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'signals'>,
  { counters, onRefusal = () => undefined }: AccessOptions,
): Access {
  const { clock, database, signals } = context
  const keys = openKeyCache(database, signals)
  const lastUses = openLastUses(context)
  return {
    gate: openGate({ clock, keys, counters, lastUses, onRefusal }),
    close: async () => {
      await lastUses.close()
      keys.close()
    },
  }
}
