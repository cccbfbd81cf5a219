import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { sweepCounters } from './store.ts'
import type { CounterKey } from './store.ts'

const tidyEveryMs = 60_000
const sweepPauseMs = 1_000

interface TidyOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly forgetIdle?: (nowMs: number) => void
}

export function tidyCounters({ database, clock, log, forgetIdle }: TidyOptions): () => Promise<void> {
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
    if (!swept) forgetIdle?.(nowMs)
    try {
      swept = await sweepCounters(database, swept, nowMs)
    } catch (err) {
      swept = undefined
      log.warn({ err }, 'Old rate-limit counters could not be deleted; the next round will retry.')
    }
    if (!stopped) timer = next(swept ? sweepPauseMs : tidyEveryMs)
  }

  return async () => {
    stopped = true
    clearTimeout(timer)
    await step
  }
}
