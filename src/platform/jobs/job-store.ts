import type { Queryable, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export type JobState = 'failed' | 'waiting' | 'running'

/** Without its payload. */
export interface ListedJob {
  readonly id: number
  readonly name: string
  readonly state: JobState
  readonly attempts: number
  readonly attempts_max: number
  readonly run_at: Date
  readonly created_at: Date
  readonly error: string | null
}

/** The library's table has no index for failed jobs, so only its newest jobs are looked at. */
const lookedAtMax = 10_000

const state = sql`case when locked_at is not null then 'running'
                       when attempts >= max_attempts then 'failed'
                       else 'waiting' end`

/** Newest first. */
export const listJobs = (
  database: Queryable,
  {
    state: only,
    before,
    limit,
  }: { state?: JobState | undefined; before?: number | undefined; limit: number },
): Promise<ListedJob[]> =>
  database.rows<ListedJob>(sql`
    with /* platform.jobs.listJobs */ newest as (
      select j.id, t.identifier as name, ${state} as state, j.attempts, j.max_attempts as attempts_max, j.run_at,
        j.created_at, j.last_error as error
        from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
       where ${before === undefined ? sql`true` : sql`j.id < ${before}`}
       order by j.id desc
       limit ${lookedAtMax}
    )
    select * from newest where ${only === undefined ? sql`true` : sql`state = ${only}`} order by id desc limit ${limit}`)

/** Locks the job until the transaction ends. */
export const holdJob = (tx: Transaction, id: number): Promise<{ state: JobState } | undefined> =>
  tx.first(sql`
    select /* platform.jobs.holdJob */ ${state} as state from graphile_worker._private_jobs where id = ${id} for update`)

/** Runs it as soon as a place is free, with all of its attempts. */
export const writeRetry = (tx: Transaction, id: number): Promise<number> =>
  tx.run(sql`
    select /* platform.jobs.writeRetry */ from graphile_worker.reschedule_jobs(
      array[${id}]::bigint[], run_at => ${tx.now()}::timestamptz, attempts => 0)`)

/** The workers that held them are gone. */
export async function releaseJobLocks(tx: Transaction): Promise<void> {
  await tx.run(sql`
    update /* platform.jobs.releaseJobLocks */ graphile_worker._private_jobs
       set locked_at = null, locked_by = null where locked_at is not null`)
  await tx.run(sql`
    update /* platform.jobs.releaseJobLocks.2 */ graphile_worker._private_job_queues
       set locked_at = null, locked_by = null where locked_at is not null`)
}
