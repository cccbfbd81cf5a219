import { type CronItem, parseCronItem, type ParsedCronItem, parseCronItems } from 'graphile-worker'
import { systemClock } from '../clock.ts'
import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { JobDefinition } from './job.ts'
import { queues } from './queue.ts'

/*
 * What happens when the wall clock jumps. The library waits for its next minute with a timer, which does not notice a
 * jump, and then goes through every minute that was jumped over, adding the jobs due in each. Three things keep that
 * harmless: all runs of one recurring job bear one key, so that a new one replaces a waiting one; minutes that are
 * long over match nothing; and `watchClock` has every recurring job added within a second of a jump, so that no job waits
 * for the library to catch up. When the clock is set back, nothing is due until it comes to where it was.
 */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What a schedule needs to know of a job. */
type Scheduled = Pick<JobDefinition, 'name' | 'every' | 'attemptsMax' | 'queue'>

/** The recurring ones of `jobs` with their cron expression. */
function recurring(jobs: readonly Scheduled[]) {
  return jobs.flatMap((job) => (job.every === undefined ? [] : [{ job, every: job.every }]))
}

/**
 * How recurring jobs are put into the table: one waiting at most (key), one running at most in the whole installation
 * (queue), as all of them are sweeps that do in one run what two would do.
 */
function recurringSpec({ name, attemptsMax, queue }: Scheduled) {
  const { priority } = queues[queue]
  return { jobKey: `every:${name}`, queueName: name, maxAttempts: attemptsMax, priority }
}

/** Adds every recurring job once, due now. */
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

/** The minute of the digest that lies nearest before `now`; a digest has no year. */
function timeOf(digest: { min: number; hour: number; date: number; month: number }, now: Date): number {
  const { min, hour, date, month } = digest
  const thisYear = Date.UTC(now.getUTCFullYear(), month - 1, date, hour, min)
  return thisYear <= now.getTime() + dayMs
    ? thisYear
    : Date.UTC(now.getUTCFullYear() - 1, month - 1, date, hour, min)
}

/** Whether `every` matches in one of the 60 minutes before `now`. */
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

/** Cron items for the library. What comes less often than hourly is made up for when it was due while nothing ran. */
export function cronItems(jobs: readonly Scheduled[]): ParsedCronItem[] {
  const items = recurring(jobs).map(({ job, every }): CronItem => {
    const parsed = parseCronItem({ task: job.name, match: every }, `job ${job.name}`)
    const hourly = comesHourly(parsed, systemClock.now())
    // How old a minute may be to count: the backfill of a day, and the delay of a timer.
    const reachMs = hourly ? hourMs : dayMs + minuteMs
    return {
      task: job.name,
      // The library schedules by the clock of the machine, so this must look at the same one.
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
