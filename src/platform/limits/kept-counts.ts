import type { Clock } from '../clock.ts'
import { Batcher } from '../concurrency/batcher.ts'
import { withDeadline } from '../deadline.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import type { Limit } from './limit.ts'
import { loadCounters, raiseCounters, type CounterRow } from './store.ts'
import { bucketSecondsOf, type BucketCount } from './window.ts'

/** Maximum loss when Redis is emptied. */
const writeEveryMs = 500

const loadMsMax = 2_000

/** Further counters are not remembered while this many wait for PostgreSQL. */
const countersMax = 100_000

type Counts = Map<number, CounterRow>

export interface KeptCounts {
  readonly note: (limit: Limit, counted: BucketCount) => void
  readonly load: (limits: readonly Limit[]) => Promise<ReadonlyMap<string, readonly BucketCount[]>>
  readonly close: () => Promise<void>
}

/** Copies rolling windows from Redis, which may come back empty, to PostgreSQL. The highest count of all processes wins. */
export function keepCounts({
  database,
  clock,
  log,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}): KeptCounts {
  const batcher = new Batcher<string, Counts>({
    name: 'counts of rolling windows',
    log,
    delayMs: writeEveryMs,
    keysMax: countersMax,
    merge: (older, newer) => {
      for (const row of newer.values()) addHighest(older, row)
      return older
    },
    write: (batch) =>
      raiseCounters(
        database,
        [...batch.values()].flatMap((counts) => [...counts.values()]),
      ),
  })
  return {
    note: (limit, { bucket, count }) => {
      const { counter } = limit
      const row = { counter, bucket_seconds: bucketSecondsOf(limit), bucket, count }
      batcher.add(counter, new Map([[bucket, row]]))
    },
    load: async (limits) => {
      const nowMs = clock.now().getTime()
      const saved = await withDeadline(loadMsMax, () => loadCounters(database, limits, nowMs))
      return new Map(
        limits.map((limit) => {
          const unwritten = batcher.unwritten(limit.counter).flatMap((counts) => [...counts.values()])
          const known = [...(saved.get(limit.counter) ?? []), ...unwritten]
          return [limit.counter, highestInWindow(known, limit, nowMs)]
        }),
      )
    },
    close: () => batcher.close(),
  }
}

/** Redis's replies may be processed out of order. */
function addHighest(counts: Counts, row: CounterRow): void {
  if ((counts.get(row.bucket)?.count ?? 0) < row.count) counts.set(row.bucket, row)
}

/** The highest count per bucket, oldest first. Buckets in the future come from a wrong clock and would count for too long. */
function highestInWindow(known: readonly BucketCount[], limit: Limit, nowMs: number): BucketCount[] {
  const current = Math.floor(nowMs / 1000 / bucketSecondsOf(limit))
  const counts = new Map<number, number>()
  for (const { bucket, count } of known)
    if (bucket <= current + 1) counts.set(bucket, Math.max(count, counts.get(bucket) ?? 0))
  return Array.from(counts, ([bucket, count]) => ({ bucket, count })).toSorted((a, b) => a.bucket - b.bucket)
}
