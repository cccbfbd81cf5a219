import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { JobDefinition } from './job.ts'
import { queues } from './queue.ts'
import { waitForTurn } from './turns.ts'

export interface JobOptions {
  /** Not before this instant. */
  readonly runAt?: Date
  /** A waiting job of the same key is replaced instead of joined by a second one. */
  readonly key?: string
}

/** Adds a job in the transaction that makes it necessary: a roll-back takes it along. */
export async function enqueue<Payload>(
  tx: Transaction,
  job: Pick<JobDefinition<Payload>, 'name' | 'input' | 'attemptsMax' | 'queue' | 'tenantOf'>,
  payload: Payload,
  { runAt = tx.now(), key }: JobOptions = {},
): Promise<void> {
  const { name, attemptsMax: triesLeft } = job
  const { priority } = queues[job.queue]
  const tenantId = job.tenantOf(payload)
  if (tenantId !== undefined)
    return waitForTurn(tx, { tenantId, priority, name, payload, runAt, triesLeft, key: key ?? null })
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
