import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { LimitsUnavailable } from './limit.ts'
import type { CounterStore, Limit, LimitVerdict } from './limit.ts'
import { sharedLoad } from './load.ts'
import { tidyCounters } from './tidy.ts'
import { verdictOf } from './verdict.ts'
import { writeBehind } from './write-behind.ts'
import type { Counter, WriteBehind } from './write-behind.ts'

/** Further counters evict the least recently used; PostgreSQL keeps their counts. */
const countersMaxDefault = 100_000

const evictionStepsMax = 1_000

interface MemoryCountersOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly countersMax?: number
}

/** Written behind (a kill -9 loses at most a second). Only for a single process per database: single-server-lock.ts. */
export function openMemoryCounters(options: MemoryCountersOptions): CounterStore {
  const { database, clock, log, countersMax = countersMaxDefault } = options
  const counters = new Map<string, Counter>()
  const writer = writeBehind({ database, log })
  const load = sharedLoad({
    ...options,
    counters,
    makeRoom: () => counters.size < countersMax || evictOne(counters, writer),
  })
  const stopTidying = tidyCounters({ database, clock, log, forgetIdle })
  let closed = false

  function decide(limits: readonly Limit[], found: readonly Counter[]): LimitVerdict {
    const nowMs = clock.now().getTime()
    for (const { window } of found) window.advance(nowMs)
    const refusedAt = limits.findIndex((limit, index) => (found[index]?.window.count ?? 0) >= limit.max)
    for (const counter of found) {
      if (refusedAt < 0) counter.window.add(nowMs)
      counter.used = true
      if (counter.window.changed.size > 0) writer.changed(counter)
    }
    return verdictOf(limits, refusedAt, (index) => {
      const window = found[index]?.window
      return { count: window?.count ?? 0, resetSeconds: window?.resetSeconds(nowMs) ?? 1 }
    })
  }

  function forgetIdle(nowMs: number): void {
    for (const [name, counter] of counters) {
      const { used, window } = counter
      counter.used = false
      if (used || writer.isUnwritten(counter)) continue
      window.advance(nowMs)
      if (window.changed.size > 0) writer.changed(counter)
      else if (window.count === 0) counters.delete(name)
    }
  }

  return {
    take: async (limits) => {
      if (closed) throw new LimitsUnavailable('The rate-limit counters are closed.')
      let found = loaded(counters, limits)
      // Under pressure a loaded counter may be evicted before all are loaded.
      for (let attempt = 0; !found && attempt < 3; attempt += 1) {
        await load(limits)
        found = loaded(counters, limits)
      }
      if (!found) throw new LimitsUnavailable('More rate-limit counters are in use than fit in memory.')
      return decide(limits, found)
    },
    // They survive a while without PostgreSQL, which has its own check.
    check: () => Promise.resolve(),
    close: async () => {
      closed = true
      await stopTidying()
      await writer.close()
    },
  }
}

function loaded(counters: ReadonlyMap<string, Counter>, limits: readonly Limit[]): Counter[] | undefined {
  const found: Counter[] = []
  for (const limit of limits) {
    const counter = counters.get(limit.counter)
    if (!counter) return undefined
    const { kind, windowSeconds } = counter.window
    if (kind !== limit.kind || windowSeconds !== limit.windowSeconds) {
      throw new TypeError(
        `Counter ${limit.counter} was used with a ${kind} window of ${windowSeconds} s before.`,
      )
    }
    found.push(counter)
  }
  return found
}

/** Second-chance eviction; false if no victim was found quickly. */
function evictOne(counters: Map<string, Counter>, writer: WriteBehind): boolean {
  let steps = 0
  for (const [name, counter] of counters) {
    counters.delete(name)
    if (!counter.used && !writer.isUnwritten(counter)) return true
    counter.used = false
    counters.set(name, counter)
    steps += 1
    if (steps === evictionStepsMax) break
  }
  return false
}
