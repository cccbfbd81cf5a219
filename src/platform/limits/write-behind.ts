import { Batcher } from '../concurrency/batcher.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { saveCounters } from './store.ts'
import type { CounterRow } from './store.ts'
import type { WindowCounter } from './window.ts'

export interface Counter {
  readonly name: string
  readonly window: WindowCounter
  /** Since the last eviction round. */
  used: boolean
}

/** Approximate loss at a kill -9. */
const writeEveryMs = 500

export interface WriteBehind {
  readonly changed: (counter: Counter) => void
  readonly isUnwritten: (counter: Counter) => boolean
  readonly close: () => Promise<void>
}

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
