import { type CronItem, parseCronItem, type ParsedCronItem, parseCronItems } from 'graphile-worker'
import { systemClock } from '../clock.ts'
import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { JobDefinition } from './job.ts'
import { queues } from './queue.ts'

/* After a clock jump the library adds the jobs of every skipped minute; harmless, because all runs of a job share a key. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type Scheduled = Pick<JobDefinition, 'name' | 'every' | 'attemptsMax' | 'queue'>

function recurring(jobs: readonly Scheduled[]) {
  return jobs.flatMap((job) => (job.every === undefined ? [] : [{ job, every: job.every }]))
}

/** At most one waits (key) and one runs in the installation (queue), because one sweep does the work of two. */
function recurringSpec({ name, attemptsMax, queue }: Scheduled) {
  const { priority } = queues[queue]
  return { jobKey: `every:${name}`, queueName: name, maxAttempts: attemptsMax, priority }
}

export async function addRecurring(tx: Transaction, jobs: readonly Scheduled[]): Promise<void> {
  for (const { job } of recurring(jobs)) {
    const { jobKey, queueName, maxAttempts, priority } = recurringSpec(job)
    await tx.run(sql`
      select /* platform.jobs.addRecurring */ from graphile_worker.add_job(
        identifier => ${job.name}::text,
        payload => '{}'::json,
        queue_name => ${queueName}::text,
        run_at => ${tx.now()}::timestamptz,
        max_attempts => ${maxAttempts}::int,
        job_key => ${jobKey}::text,
        priority => ${priority}::int
      )`)
  }
}

/** The latest matching minute before `now`; digests have no year. */
function timeOf(digest: { min: number; hour: number; date: number; month: number }, now: Date): number {
  const { min, hour, date, month } = digest
  const thisYear = Date.UTC(now.getUTCFullYear(), month - 1, date, hour, min)
  return thisYear <= now.getTime() + dayMs
    ? thisYear
    : Date.UTC(now.getUTCFullYear() - 1, month - 1, date, hour, min)
}

function comesHourly({ match }: ParsedCronItem, now: Date): boolean {
  return Array.from({ length: 60 }, (_, index) => new Date(now.getTime() - index * minuteMs)).some((time) =>
    match({
      min: time.getUTCMinutes(),
      hour: time.getUTCHours(),
      date: time.getUTCDate(),
      month: time.getUTCMonth() + 1,
      dow: time.getUTCDay(),
    }),
  )
}

/** Jobs that run less than hourly are backfilled after downtime. */
export function cronItems(jobs: readonly Scheduled[]): ParsedCronItem[] {
  const items = recurring(jobs).map(({ job, every }): CronItem => {
    const parsed = parseCronItem({ task: job.name, match: every }, `job ${job.name}`)
    const hourly = comesHourly(parsed, systemClock.now())
    const reachMs = hourly ? hourMs : dayMs + minuteMs
    return {
      task: job.name,
      // The library schedules by the machine's clock.
      match(digest) {
        const now = systemClock.now()
        return parsed.match(digest) && now.getTime() - timeOf(digest, now) <= reachMs
      },
      options: {
        ...recurringSpec(job),
        backfillPeriod: hourly ? 0 : dayMs,
      },
    }
  })
  return parseCronItems(items)
}
