import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { sweepCounters } from './store.ts'
import type { CounterKey } from './store.ts'
import type { Counter } from './write-behind.ts'

/** How often counters whose windows have passed are forgotten and old rows are looked for. */
const tidyEveryMs = 60_000
/** The pause between two steps of one sweep through the table. */
const sweepPauseMs = 1_000

interface TidyOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly counters: Map<string, Counter>
  readonly changed: (counter: Counter) => void
}

/** Forgets idle counters and deletes old rows, once a minute in small steps. Returns the way to stop. */
export function tidyCounters({ database, clock, log, counters, changed }: TidyOptions): () => Promise<void> {
  let swept: CounterKey | undefined
  let step: Promise<void> = Promise.resolve()
  let timer = next(tidyEveryMs)
  let stopped = false

  function next(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      step = tidyOnce()
    }, ms).unref()
  }

  async function tidyOnce(): Promise<void> {
    const nowMs = clock.now().getTime()
    if (!swept) forgetIdle(nowMs)
    try {
      swept = await sweepCounters(database, swept, nowMs)
    } catch (err) {
      swept = undefined
      log.warn({ err }, 'Old rate-limit counters could not be deleted; the next round will retry.')
    }
    if (!stopped) timer = next(swept ? sweepPauseMs : tidyEveryMs)
  }

  function forgetIdle(nowMs: number): void {
    for (const [name, counter] of counters) {
      const { used, window } = counter
      counter.used = false
      if (used || counter.unwritten) continue
      window.advance(nowMs)
      if (window.changed.size > 0) changed(counter)
      else if (window.count === 0) counters.delete(name)
    }
  }

  return async () => {
    stopped = true
    clearTimeout(timer)
    await step
  }
}
