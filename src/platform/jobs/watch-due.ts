import { systemClock } from '../clock.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { poll } from './poll.ts'

const lookMs = 2000

const duePriorities = (database: Queryable): Promise<{ priority: number }[]> =>
  database.rows(sql`
    select /* platform.jobs.duePriorities */ distinct priority
      from graphile_worker._private_jobs
     where is_available and run_at <= ${systemClock.now()}`)

/** Looks for due jobs with one statement per process instead of one per place. Returns a function that stops. */
export function watchDue(
  database: Queryable,
  log: Log,
  onDue: (priority: number) => void,
): () => Promise<void> {
  async function look(): Promise<void> {
    for (const { priority } of await duePriorities(database)) onDue(priority)
  }

  return poll(lookMs, look, (err) => log.warn({ err }, 'Looking for due jobs failed; retrying.'))
}
