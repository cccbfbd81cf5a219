import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { JobDefinition } from './job.ts'
import { queues } from './queue.ts'
import { waitForTurns } from './turns.ts'

export interface JobOptions {
  /** Not before this instant. */
  readonly runAt?: Date
  /** A waiting job of the same key is replaced instead of joined by a second one. */
  readonly key?: string
}

type Enqueued<Payload> = Pick<JobDefinition<Payload>, 'name' | 'input' | 'attemptsMax' | 'queue' | 'scopeOf'>

/** Adds a job in the transaction that makes it necessary: a roll-back takes it along. */
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

/** Adds many jobs of one tenant, each with its own key, for the price of one. */
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
