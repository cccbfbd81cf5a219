import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { JobDefinition } from './job.ts'
import { queues } from './queue.ts'
import { waitForTurns } from './turns.ts'

export interface JobOptions {
  readonly runAt?: Date
  /** Replaces a waiting job with the same key. */
  readonly key?: string
}

type Enqueued<Payload> = Pick<JobDefinition<Payload>, 'name' | 'input' | 'attemptsMax' | 'queue' | 'scopeOf'>

export async function enqueue<Payload>(
  tx: Transaction,
  job: Enqueued<Payload>,
  payload: Payload,
  { runAt = tx.now(), key }: JobOptions = {},
): Promise<void> {
  const { name, attemptsMax: triesLeft } = job
  const { priority } = queues[job.queue]
  const scopeId = job.scopeOf(payload)
  if (scopeId !== undefined) {
    const jobs = [{ payload, key: key ?? null }]
    return waitForTurns(tx, { scopeId, priority, name, runAt, triesLeft, jobs })
  }
  await tx.run(sql`
    select /* platform.jobs.enqueue */ from graphile_worker.add_job(
      identifier => ${name}::text,
      payload => ${JSON.stringify(payload)}::json,
      run_at => ${runAt}::timestamptz,
      max_attempts => ${triesLeft}::int,
      job_key => ${key ?? null}::text,
      priority => ${priority}::int
    )`)
}

export async function enqueueAll<Payload>(
  tx: Transaction,
  { name, attemptsMax: triesLeft, queue }: Enqueued<Payload>,
  scopeId: number,
  jobs: readonly { readonly payload: Payload; readonly key: string }[],
): Promise<void> {
  if (jobs.length === 0) return
  const unique = [...new Map(jobs.map((job) => [job.key, job])).values()]
  const { priority } = queues[queue]
  await waitForTurns(tx, { scopeId, priority, name, runAt: tx.now(), triesLeft, jobs: unique })
}
