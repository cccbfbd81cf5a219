import { Batcher } from '../concurrency/batcher.ts'
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
}

/** How long a count waits in memory: about what a kill -9 can lose. */
const writeEveryMs = 500

export interface WriteBehind {
  /** The counter has changes that PostgreSQL must get. */
  readonly changed: (counter: Counter) => void
  /** Whether PostgreSQL does not have all of the counter yet, so that it must not be forgotten. */
  readonly isUnwritten: (counter: Counter) => boolean
  /** Writes the rest. Gives up after a few seconds and logs it. */
  readonly close: () => Promise<void>
}

/**
 * Writes changes to PostgreSQL at most every half second. A restart while PostgreSQL cannot be written loses the latest
 * counts.
 */
export function writeBehind({
  database,
  log,
}: {
  readonly database: Database
  readonly log: Log
}): WriteBehind {
  const batcher = new Batcher<Counter, undefined>({
    name: 'rate-limit counters',
    log,
    delayMs: writeEveryMs,
    merge: () => undefined,
    write: async (batch) => {
      const changes = Array.from(batch.keys(), (counter) => ({ counter, rows: drained(counter) }))
      try {
        await saveCounters(
          database,
          changes.flatMap(({ rows }) => rows),
        )
      } catch (error) {
        for (const { counter, rows } of changes)
          for (const { bucket } of rows) counter.window.changed.add(bucket)
        throw error
      }
    },
  })
  return {
    changed: (counter) => batcher.add(counter, undefined),
    isUnwritten: (counter) => batcher.has(counter),
    close: () => batcher.close(),
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
