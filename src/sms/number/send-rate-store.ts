import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PauseReason } from './model.ts'
import { type Bucket, bucketStart } from './send-rate-rules.ts'

type BucketRow = Bucket & { readonly numberId: number }

/** Exact while the numbers are locked. */
export const recentParts = (
  database: Queryable,
  numberIds: readonly number[],
  now: Date,
): Promise<BucketRow[]> =>
  database.rows<BucketRow>(sql`
    select /* sms.number.recentParts */
      number_id as "numberId", span_seconds as "spanSeconds", started_at as "startedAt", parts
      from sms.sent_parts
     where number_id = any (${numberIds}::bigint[])
       and started_at > ${now}::timestamptz - span_seconds * interval '2 seconds'`)

export interface HandedParts {
  readonly numberId: number
  readonly spanSeconds: number
  readonly parts: number
}

/** Adds parts and deletes buckets that no longer count. Needs the locks of the numbers. */
export async function addParts(tx: Transaction, handed: readonly HandedParts[], now: Date): Promise<void> {
  const numberIds = handed.map(({ numberId }) => numberId)
  await tx.run(sql`
    with /* sms.number.addParts */ forgotten as (
      delete from sms.sent_parts
       where number_id = any (${numberIds}::bigint[])
         and started_at <= ${now}::timestamptz - span_seconds * interval '2 seconds'
    )
    insert into sms.sent_parts as s (number_id, span_seconds, started_at, parts)
    select * from unnest(
      ${numberIds}::bigint[], ${handed.map(({ spanSeconds }) => spanSeconds)}::int[],
      ${handed.map(({ spanSeconds }) => bucketStart(spanSeconds, now))}::timestamptz[],
      ${handed.map(({ parts }) => parts)}::int[])
    on conflict (number_id, span_seconds, started_at) do update set parts = s.parts + excluded.parts`)
}

interface Pause {
  readonly numberId: number
  readonly until: Date
  readonly reason: PauseReason
}

/** Needs the locks of the numbers. */
export async function pauseNumbers(tx: Transaction, pauses: readonly Pause[]): Promise<void> {
  await tx.run(sql`
    update /* sms.number.pauseNumbers */ sms.number n
       set paused_until = greatest(n.paused_until, pause.until),
           paused_for = case when n.paused_until > pause.until then n.paused_for else pause.reason end
      from unnest(
        ${pauses.map(({ numberId }) => numberId)}::bigint[], ${pauses.map(({ until }) => until)}::timestamptz[],
        ${pauses.map(({ reason }) => reason)}::text[]
      ) as pause (number_id, until, reason)
     where n.id = pause.number_id`)
}

interface RecentFailures {
  readonly id: number
  readonly recentFailures: number
}

/** Locks numbers that cool down, if they have failures: in `failing`, or from before. */
export const holdFailing = (
  tx: Transaction,
  numberIds: readonly number[],
  failing: readonly number[],
): Promise<RecentFailures[]> =>
  tx.rows<RecentFailures>(sql`
    select /* sms.number.holdFailing */ id, recent_failures as "recentFailures"
      from sms.number
     where id = any (${numberIds}::bigint[]) and cools_down
       and (recent_failures <> 0 or id = any (${failing}::bigint[]))
     order by id
       for no key update`)

export async function writeFailures(tx: Transaction, id: number, recentFailures: number): Promise<void> {
  await tx.run(sql`
    update /* sms.number.writeFailures */ sms.number set recent_failures = ${recentFailures} where id = ${id}`)
}
