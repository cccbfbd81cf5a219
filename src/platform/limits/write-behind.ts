import { setTimeout as delay } from 'node:timers/promises'
import { endsWithin } from '../deadline.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { saveCounters } from './store.ts'
import type { CounterRow } from './store.ts'
import type { WindowCounter } from './window.ts'

/** One counter in memory. */
export interface Counter {
  readonly name: string
  readonly window: WindowCounter
  /** Used since the last round that looked for counters to forget. */
  used: boolean
  /** PostgreSQL does not have all of it yet, so it must not be forgotten. */
  unwritten: boolean
}

/** How long a count waits in memory: about what a kill -9 can lose. */
const writeEveryMs = 500

/** How long `close` goes on trying. */
const closingMsMax = 5_000
const retryMs = 100

export interface WriteBehind {
  /** The counter has changes that PostgreSQL must get. */
  readonly changed: (counter: Counter) => void
  /** Writes the rest. Gives up after a few seconds and logs it. */
  readonly close: () => Promise<void>
}

/**
 * Writes changes to PostgreSQL at most every half second. What could not be written is kept and tried again.
 */
export function writeBehind({
  database,
  log,
}: {
  readonly database: Database
  readonly log: Log
}): WriteBehind {
  let unwritten: Counter[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let closing = false
  let failing = false

  /** Never two writes at a time: an older count could arrive last. */
  function schedule(): void {
    if (timer || writing || closing || unwritten.length === 0) return
    timer = setTimeout(() => {
      timer = undefined
      writing = write().finally(() => {
        writing = undefined
        schedule()
      })
    }, writeEveryMs).unref()
  }

  async function write(): Promise<void> {
    const counters = unwritten
    unwritten = []
    const changes = counters.map(drained)
    try {
      await saveCounters(database, changes.flat())
      if (failing) log.info({}, 'Rate-limit counters are written again.')
      failing = false
    } catch (err) {
      if (!failing)
        log.error(
          { err },
          'Rate-limit counters cannot be written; retrying. A restart would lose the latest counts.',
        )
      failing = true
      for (const [index, counter] of counters.entries()) {
        for (const { bucket } of changes[index] ?? []) counter.window.changed.add(bucket)
      }
    }
    for (const counter of counters) {
      counter.unwritten = counter.window.changed.size > 0
      if (counter.unwritten) unwritten.push(counter)
    }
  }

  async function writeRest(signal: AbortSignal): Promise<void> {
    await writing
    while (unwritten.length > 0 && !signal.aborted) {
      await write()
      if (unwritten.length > 0) await delay(retryMs)
    }
  }

  return {
    changed: (counter) => {
      if (counter.unwritten) return
      counter.unwritten = true
      unwritten.push(counter)
      schedule()
    },
    close: async () => {
      closing = true
      clearTimeout(timer)
      await endsWithin(closingMsMax, writeRest)
      if (unwritten.length > 0)
        log.error({ counters: unwritten.length }, 'Some rate-limit counts were not saved.')
    },
  }
}

/** Takes the changes off the counter, as rows to write. */
function drained({ name, window }: Counter): CounterRow[] {
  const rows = Array.from(window.changed, (bucket) => ({
    counter: name,
    bucket_seconds: window.bucketSeconds,
    bucket,
    count: window.countOf(bucket),
  }))
  window.changed.clear()
  return rows
}
