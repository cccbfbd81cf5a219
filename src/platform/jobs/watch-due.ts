import { systemClock } from '../clock.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { poll } from './poll.ts'

const lookMs = 2000

/** The priorities of the jobs that are due and that nobody has. */
const duePriorities = (database: Queryable): Promise<{ priority: number }[]> =>
  database.rows(sql`
    select /* platform.jobs.duePriorities */ distinct priority
      from graphile_worker._private_jobs
     where is_available and run_at <= ${systemClock.now()}`)

/**
 * Looks for jobs that became due, such as failed ones whose pause is over: one statement for all places of the process, of which
 * each would have to look for itself. Returns the way to stop.
 */
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
