import type { Clock } from '../clock.ts'
import { endsWithin, withDeadline } from '../deadline.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import type { Limit } from './limit.ts'
import { loadCounters, raiseCounters, type CounterRow } from './store.ts'
import { bucketSecondsOf, type BucketCount } from './window.ts'

/** How long a count waits before it is written: what an empty Redis may give anew. */
const writeEveryMs = 500

/** How long a request waits for PostgreSQL, which is asked once when Redis does not know a counter. */
const loadMsMax = 2_000

/** How long `close` goes on trying. */
const closingMsMax = 5_000

/** Beyond so many counters that wait for PostgreSQL no others are remembered; requests do not get far without it. */
const countersMax = 100_000

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
  const unwritten = new UnwrittenCounts()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let closing = false
  let failing = false

  function schedule(): void {
    if (timer || writing || closing || unwritten.isEmpty) return
    timer = setTimeout(() => {
      timer = undefined
      writing = write().finally(() => {
        writing = undefined
        schedule()
      })
    }, writeEveryMs).unref()
  }

  async function write(): Promise<void> {
    const rows = unwritten.all()
    try {
      await raiseCounters(database, rows)
      if (failing) log.info({}, 'Counts are kept in the database again.')
      failing = false
      for (const row of rows) unwritten.forget(row)
    } catch (err) {
      if (!failing)
        log.error({ err }, 'Counts cannot be kept in the database; an empty Redis would give them anew.')
      failing = true
    }
  }

  return {
    note: (limit, counted) => {
      unwritten.note(limit, counted)
      schedule()
    },
    load: async (limits) => {
      const nowMs = clock.now().getTime()
      const saved = await withDeadline(loadMsMax, () => loadCounters(database, limits, nowMs))
      return new Map(
        limits.map((limit) => {
          const known = [...(saved.get(limit.counter) ?? []), ...unwritten.of(limit.counter)]
          return [limit.counter, highestInWindow(known, limit, nowMs)]
        }),
      )
    },
    close: async () => {
      closing = true
      clearTimeout(timer)
      await endsWithin(closingMsMax, async () => {
        await writing
        await write()
      })
    },
  }
}

/** Counts that PostgreSQL does not have for certain. */
class UnwrittenCounts {
  /** Counter → bucket → row. */
  readonly #rows = new Map<string, Map<number, CounterRow>>()

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  all(): CounterRow[] {
    return [...this.#rows.values()].flatMap((buckets) => [...buckets.values()])
  }

  of(counter: string): CounterRow[] {
    return [...(this.#rows.get(counter)?.values() ?? [])]
  }

  note(limit: Limit, { bucket, count }: BucketCount): void {
    const { counter } = limit
    let buckets = this.#rows.get(counter)
    if (!buckets) {
      if (this.#rows.size >= countersMax) return
      this.#rows.set(counter, (buckets = new Map<number, CounterRow>()))
    }
    // Answers of Redis may be read in another order than they were made.
    if ((buckets.get(bucket)?.count ?? 0) >= count) return
    buckets.set(bucket, { counter, bucket_seconds: bucketSecondsOf(limit), bucket, count })
  }

  /** Unless more was counted while the row was written. */
  forget(row: CounterRow): void {
    const buckets = this.#rows.get(row.counter)
    if (buckets?.get(row.bucket) === row) buckets.delete(row.bucket)
    if (buckets?.size === 0) this.#rows.delete(row.counter)
  }
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
