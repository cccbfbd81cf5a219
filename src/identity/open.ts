import type { Context } from '../api/context.ts'
import type { Gate } from '../api/gate.ts'
import type { CounterStore } from '../platform/limits/limit.ts'
import { openGate } from './gates/api-key.ts'
import { openKeyCache } from './key/cache.ts'
import { openRefusalLog } from './audit/refusal-log.ts'
import { openLastUses } from './key/last-use.ts'

export interface IdentityOptions {
  /** Opened and closed by the caller: they may be in Redis or in memory. */
  readonly counters: CounterStore
  /** Told the name of every limit that refused, for metrics. */
  readonly onRefusal?: (limit: string) => void
}

/** What a process needs to admit callers. */
export interface Identity {
  readonly gate: Gate
  /** Call it when no request runs any more: it writes what is still to be written of keys. */
  readonly close: () => Promise<void>
}

export function openIdentity(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'notifications'>,
  { counters, onRefusal = () => undefined }: IdentityOptions,
): Identity {
  const { clock, database, notifications } = context
  const keys = openKeyCache(database, notifications)
  const lastUses = openLastUses(context)
  const refusals = openRefusalLog(context)
  return {
    gate: openGate({ clock, keys, counters, lastUses, refusals, onRefusal }),
    close: async () => {
      await lastUses.close()
      await refusals.close()
      keys.close()
    },
  }
}
