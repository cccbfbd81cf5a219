import type { Database, Queryable, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/* Jobs wait in platform.waiting_job; those with a turn are in platform.job_turn and in the library's table. */

export const turnsChannel = 'platform.turns'

/** Half of one process's places, for the whole installation, so that a lone scope leaves the other half free. */
export const turnsMax = 2

export interface Line {
  readonly scopeId: number
  readonly priority: number
}

export interface WaitingJob extends Line {
  readonly name: string
  readonly payload: unknown
  readonly runAt: Date
  readonly triesLeft: number
  readonly key: string | null
}

export interface FailedJob extends WaitingJob {
  readonly lastError: string
}

/** First number of the advisory lock; the second is the scope. */
const lockClass = 0x5475726e

export interface WaitingJobs extends Line {
  readonly name: string
  readonly runAt: Date
  readonly triesLeft: number
  readonly jobs: readonly { readonly payload: unknown; readonly key: string | null }[]
}

/** Adds jobs to their scope's line, replacing waiting ones with the same keys, and grants free turns. */
export async function waitForTurns(tx: Transaction, waiting: WaitingJobs): Promise<void> {
  const { scopeId, priority, name, runAt, triesLeft, jobs } = waiting
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload))
  const keys = jobs.map(({ key }) => key)
  await tx.run(sql`
    insert /* platform.jobs.waitForTurns */ into platform.waiting_job (tenant_id, priority, name, payload, run_at, tries_left, key)
    select
      ${scopeId}::bigint, ${priority}::smallint, ${name}, payload::json, ${runAt}::timestamptz, ${triesLeft}::smallint,
      key
    from unnest(${payloads}::text[], ${keys}::text[]) with ordinality as job (payload, key, place)
    order by place
    on conflict (key) do update set
      tenant_id = excluded.tenant_id, priority = excluded.priority, name = excluded.name,
      payload = excluded.payload, run_at = excluded.run_at, tries_left = excluded.tries_left, last_error = null`)
  if (!(await giveTurns(tx, waiting)) || runAt > tx.now()) tx.notify(turnsChannel)
}

/** A failed job returns to the line, unless a newer one with its key waits. */
export async function endTurn(
  database: Database,
  jobId: string,
  line: Line,
  failed?: FailedJob,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(
      sql`delete /* platform.jobs.endTurn */ from platform.job_turn where job_id = ${jobId}::bigint`,
    )
    if (failed) await putBack(tx, failed)
    if (!(await giveTurns(tx, line)) || failed) tx.notify(turnsChannel)
  })
}

async function putBack(tx: Transaction, job: FailedJob): Promise<void> {
  const { scopeId, priority, name, payload, runAt, triesLeft, key, lastError } = job
  await tx.run(sql`
    insert /* platform.jobs.putBack */ into platform.waiting_job (tenant_id, priority, name, payload, run_at, tries_left, key, last_error)
    values (
      ${scopeId}, ${priority}, ${name}, ${JSON.stringify(payload)}::json, ${runAt}, ${triesLeft}, ${key},
      ${lastError}
    )
    on conflict (key) do nothing`)
}

/** Longest due first. False if another transaction holds the lock; waiting for it could deadlock. */
export async function giveTurns(tx: Transaction, { scopeId, priority }: Line): Promise<boolean> {
  const { held } = await tx.one<{ held: boolean }>(sql`
    select /* platform.jobs.giveTurns */ pg_try_advisory_xact_lock(${lockClass}::int, (${scopeId}::bigint % 2147483647)::int) as held`)
  if (!held) return false
  // A separate statement sees what was committed before the lock.
  await tx.run(sql`
    with /* platform.jobs.giveTurns.2 */ due as (
      -- The inner limit is a number that the planner knows: it takes the first along the index and sorts nothing.
      select id from (
        select id from platform.waiting_job
        where tenant_id = ${scopeId} and priority = ${priority} and run_at <= ${tx.now()}
        order by run_at, id
        limit ${turnsMax}
      ) first
      limit greatest(0, ${turnsMax}::bigint - (
        select count(*) from platform.job_turn where tenant_id = ${scopeId} and priority = ${priority}
      ))
    ), taken as (
      delete from platform.waiting_job where id = any(array(select id from due)) returning *
    ), added as (
      select (graphile_worker.add_job(
        identifier => name,
        payload => payload,
        run_at => ${tx.now()}::timestamptz,
        max_attempts => tries_left::int,
        job_key => key,
        priority => priority::int
      )).id as job_id
      from taken
    )
    insert into platform.job_turn (job_id, tenant_id, priority)
    select job_id, ${scopeId}, ${priority} from added
    -- The job of this key had not begun, and was replaced.
    on conflict (job_id) do nothing`)
  return true
}

export interface OpenLine extends Line {
  readonly runAt: Date
}

/** Longest due first. A loose index scan, independent of the number of jobs. */
export async function openLines(database: Queryable, linesMax: number): Promise<OpenLine[]> {
  return database.rows<OpenLine>(sql`
    with /* platform.jobs.openLines */ recursive line as (
      (
        select tenant_id, priority, run_at from platform.waiting_job
        order by tenant_id, priority, run_at limit 1
      )
      union all
      select next.tenant_id, next.priority, next.run_at
      from line cross join lateral (
        select tenant_id, priority, run_at from platform.waiting_job
        where (tenant_id, priority) > (line.tenant_id, line.priority)
        order by tenant_id, priority, run_at limit 1
      ) next
    )
    select tenant_id as "scopeId", priority, run_at as "runAt"
    from line
    where ${turnsMax} > (
        select count(*) from platform.job_turn turn
        where turn.tenant_id = line.tenant_id and turn.priority = line.priority
      )
    order by run_at
    limit ${linesMax}`)
}

/** Their process died before it ended the turn. */
export async function endLostTurns(database: Queryable): Promise<number> {
  return database.run(sql`
    delete /* platform.jobs.endLostTurns */ from platform.job_turn turn
    where not exists (
      select from graphile_worker._private_jobs job
      where job.id = turn.job_id and (job.locked_at is not null or job.attempts < job.max_attempts)
    )`)
}
