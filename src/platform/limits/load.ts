import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { keyedFlights } from '../concurrency/single-flight.ts'
import { withDeadline } from '../deadline.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { LimitsUnavailable } from './limit.ts'
import type { Limit } from './limit.ts'
import { loadCounters } from './store.ts'
import { windowCounter } from './window.ts'
import type { Counter } from './write-behind.ts'

const unreachableMsMax = 5_000
const probeMsMax = 500
const retryMs = 100

interface SharedLoadOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly counters: Map<string, Counter>
  readonly makeRoom: () => boolean
}

/** Concurrent calls share a query. Rejects with LimitsUnavailable after five seconds without PostgreSQL. */
export function sharedLoad({ database, clock, log, counters, makeRoom }: SharedLoadOptions) {
  let downSinceMs: number | undefined

  async function query(missing: readonly Limit[]) {
    const startedMs = monotonicMs()
    for (;;) {
      const attemptMs = monotonicMs()
      const leftMs = (downSinceMs ?? startedMs) + unreachableMsMax - attemptMs
      try {
        const rows = await withDeadline(Math.max(leftMs, probeMsMax), () =>
          loadCounters(database, missing, clock.now().getTime()),
        )
        if (downSinceMs !== undefined) log.info({}, 'Rate-limit counters are read again.')
        downSinceMs = undefined
        return rows
      } catch (err) {
        if (downSinceMs === undefined)
          log.error({ err }, 'Rate-limit counters cannot be read from the database; retrying.')
        downSinceMs ??= attemptMs
        if (monotonicMs() - downSinceMs >= unreachableMsMax) {
          throw new LimitsUnavailable('The rate-limit counters cannot be read from the database.', {
            cause: err,
          })
        }
        await delay(retryMs)
      }
    }
  }

  async function loadAll(missing: readonly Limit[]): Promise<void> {
    const rows = await query(missing)
    const nowMs = clock.now().getTime()
    for (const limit of missing) {
      if (!makeRoom()) throw new LimitsUnavailable('More rate-limit counters are in use than fit in memory.')
      const window = windowCounter(limit)
      window.restore(rows.get(limit.counter) ?? [], nowMs)
      counters.set(limit.counter, { name: limit.counter, window, used: true })
    }
  }

  const load = keyedFlights(({ counter }: Limit) => counter, loadAll)
  return (limits: readonly Limit[]): Promise<void> =>
    load(limits.filter(({ counter }) => !counters.has(counter)))
}
