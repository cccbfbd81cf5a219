import type { Clock } from '../clock.ts'
import { Batcher } from '../concurrency/batcher.ts'
import { withDeadline } from '../deadline.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import type { Limit } from './limit.ts'
import { loadCounters, raiseCounters, type CounterRow } from './store.ts'
import { bucketSecondsOf, type BucketCount } from './window.ts'

/** How long a count waits before it is written: what an empty Redis may give anew. */
const writeEveryMs = 500

/** How long a request waits for PostgreSQL, which is asked once when Redis does not know a counter. */
const loadMsMax = 2_000

/** Beyond so many counters that wait for PostgreSQL no others are remembered; requests do not get far without it. */
const countersMax = 100_000

/** Bucket → row. */
type Counts = Map<number, CounterRow>

export interface KeptCounts {
  /** So many are counted in the bucket of a rolling window by now. */
  readonly note: (limit: Limit, counted: BucketCount) => void
  /** The buckets of a rolling window as far as they were kept, oldest first. */
  readonly load: (limits: readonly Limit[]) => Promise<ReadonlyMap<string, readonly BucketCount[]>>
  readonly close: () => Promise<void>
}

/**
 * What PostgreSQL keeps of the rolling windows that are counted in Redis, so that a Redis which comes back empty goes
 * on where it was. All processes write the counts that they see in Redis, and the highest is kept.
 */
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

/** Answers of Redis may be read in another order than they were made. */
function addHighest(counts: Counts, row: CounterRow): void {
  if ((counts.get(row.bucket)?.count ?? 0) < row.count) counts.set(row.bucket, row)
}

/**
 * The highest count of each bucket, oldest first. Those that lie ahead are left from a clock that was wrong: they would be
 * counted for as long as it was.
 */
function highestInWindow(known: readonly BucketCount[], limit: Limit, nowMs: number): BucketCount[] {
  const current = Math.floor(nowMs / 1000 / bucketSecondsOf(limit))
  const counts = new Map<number, number>()
  for (const { bucket, count } of known)
    if (bucket <= current + 1) counts.set(bucket, Math.max(count, counts.get(bucket) ?? 0))
  return Array.from(counts, ([bucket, count]) => ({ bucket, count })).toSorted((a, b) => a.bucket - b.bucket)
}
