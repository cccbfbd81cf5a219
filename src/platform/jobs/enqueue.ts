import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { JobDefinition } from './job.ts'

export interface JobOptions {
  /** Not before this instant. */
  readonly runAt?: Date
  /** A waiting job of the same key is replaced instead of joined by a second one. */
  readonly key?: string
}

/** Adds a job in the transaction that makes it necessary: a roll-back takes it along. */
export async function enqueue<Payload>(
  tx: Transaction,
  job: Pick<JobDefinition<Payload, never>, 'name' | 'input' | 'attemptsMax'>,
  payload: Payload,
  { runAt = tx.now(), key }: JobOptions = {},
): Promise<void> {
  await tx.run(sql`
    select /* platform.jobs.enqueue */ from graphile_worker.add_job(
      identifier => ${job.name}::text,
      payload => ${JSON.stringify(payload)}::json,
      run_at => ${runAt}::timestamptz,
      max_attempts => ${job.attemptsMax}::int,
      job_key => ${key ?? null}::text
    )`)
}
