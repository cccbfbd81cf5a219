import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Limit } from './limit.ts'
import { bucketSecondsOf, rollingBucketSeconds, rollingKeepSeconds } from './window.ts'
import type { BucketCount } from './window.ts'

export interface CounterRow extends BucketCount {
  readonly counter: string
  readonly bucket_seconds: number
}

const rowsPerStatementMax = 5_000

export async function loadCounters(database: Database, limits: readonly Limit[], nowMs: number) {
  const rows = await database.rows<CounterRow>(sql`
    select /* platform.limits.loadCounters */ counter, bucket_seconds, bucket, count
    from unnest(
      ${limits.map((limit) => limit.counter)}::text[],
      ${limits.map(bucketSecondsOf)}::int[],
      ${limits.map((limit) => oldestBucket(limit, nowMs))}::bigint[]
    ) as wanted (counter, bucket_seconds, oldest)
    join platform.counter using (counter, bucket_seconds)
    where bucket >= oldest and count > 0
    order by bucket
  `)
  return Map.groupBy(rows, (row) => row.counter)
}

function oldestBucket(limit: Limit, nowMs: number): number {
  const seconds = limit.kind === 'fixed' ? 0 : limit.windowSeconds
  return Math.floor((nowMs / 1000 - seconds) / bucketSecondsOf(limit))
}

/** Absolute counts of the only writer, so a retry is idempotent. */
export async function saveCounters(database: Database, rows: readonly CounterRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatementMax) {
    const batch = rows.slice(start, start + rowsPerStatementMax)
    await database.run(sql`
      insert /* platform.limits.saveCounters */ into platform.counter (counter, bucket_seconds, bucket, count)
      select *
      from unnest(
        ${batch.map((row) => row.counter)}::text[],
        ${batch.map((row) => row.bucket_seconds)}::int[],
        ${batch.map((row) => row.bucket)}::bigint[],
        ${batch.map((row) => row.count)}::int[]
      )
      on conflict (counter, bucket_seconds, bucket) do update set count = excluded.count
    `)
  }
}

/** Keeps the highest of several writers, so retries and delays are harmless. */
export async function raiseCounters(database: Database, rows: readonly CounterRow[]): Promise<void> {
  // A consistent order prevents deadlocks.
  const sorted = rows.toSorted((a, b) =>
    a.counter < b.counter ? -1 : a.counter > b.counter ? 1 : a.bucket - b.bucket,
  )
  for (let start = 0; start < sorted.length; start += rowsPerStatementMax) {
    const batch = sorted.slice(start, start + rowsPerStatementMax)
    await database.run(sql`
      insert /* platform.limits.raiseCounters */ into platform.counter (counter, bucket_seconds, bucket, count)
      select *
      from unnest(
        ${batch.map((row) => row.counter)}::text[],
        ${batch.map((row) => row.bucket_seconds)}::int[],
        ${batch.map((row) => row.bucket)}::bigint[],
        ${batch.map((row) => row.count)}::int[]
      )
      on conflict (counter, bucket_seconds, bucket)
      do update set count = greatest(counter.count, excluded.count)
    `)
  }
}

export type CounterKey = Pick<CounterRow, 'counter' | 'bucket_seconds' | 'bucket'>

/** Deletes expired rows page by page in key order, which needs no index on time. Resolves to the last key, if any. */
export async function sweepCounters(database: Database, after: CounterKey | undefined, nowMs: number) {
  const { counter, bucket_seconds, bucket } = after ?? { counter: '', bucket_seconds: 0, bucket: 0 }
  const keptSeconds = rollingBucketSeconds.map(rollingKeepSeconds)
  return database.first<CounterKey>(sql`
    with /* platform.limits.sweepCounters */ page as (
      select counter, bucket_seconds, bucket, count
      from platform.counter
      where (counter, bucket_seconds, bucket) > (${counter}, ${bucket_seconds}::int, ${bucket}::bigint)
      order by counter, bucket_seconds, bucket
      limit ${rowsPerStatementMax}
    ), rolling as (
      select * from unnest(${[...rollingBucketSeconds]}::int[], ${keptSeconds}::int[]) as kept (bucket_seconds, seconds)
    ), gone as (
      delete from platform.counter
      using page left join rolling using (bucket_seconds)
      where (counter.counter, counter.bucket_seconds, counter.bucket)
          = (page.counter, page.bucket_seconds, page.bucket)
        and (
          (page.bucket + 1) * page.bucket_seconds + coalesce(rolling.seconds, 0) <= ${Math.floor(nowMs / 1000)}::bigint
          or counter.count = 0
        )
    )
    select counter, bucket_seconds, bucket
    from page
    order by counter, bucket_seconds, bucket
    offset ${rowsPerStatementMax - 1}
  `)
}
