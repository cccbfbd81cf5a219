import type { Job as JobRow, Task, TaskList } from 'graphile-worker'
import { z } from 'zod'
import { monotonicMs } from '../clock.ts'
import type { PlatformContext } from '../context.ts'
import { errorFields } from '../log/error-fields.ts'
import type { ObserveJob } from '../operations/observations.ts'
import { type JobDefinition, JobFailed } from './job.ts'
import { endTurn, type FailedJob, type Line } from './turns.ts'

type TaskContext = Pick<PlatformContext, 'clock' | 'database' | 'log'>

const messageCharactersMax = 500

/** graphile-worker adds the schedule time to recurring payloads. */
const Scheduled = z.object({ _cron: z.unknown() })

function taskOf<Context extends TaskContext>(
  job: JobDefinition<unknown, Context>,
  context: Context,
  observe: ObserveJob,
): Task {
  const { log } = context
  return async (raw, { job: row }) => {
    const payload = Scheduled.safeParse(raw).success ? {} : raw
    const scopeId = job.scopeOf(payload)
    const line = scopeId === undefined ? undefined : { scopeId, priority: row.priority }
    const triesLeft = row.max_attempts - row.attempts
    const startedMs = monotonicMs()
    const seconds = () => (monotonicMs() - startedMs) / 1000
    // Retries in the scope's line are added with the attempts that are left.
    const fields = { job: job.name, job_id: row.id, attempt: job.attemptsMax - triesLeft }
    try {
      await job.run(payload, context)
    } catch (err) {
      const outcome = triesLeft > 0 ? 'retried' : 'failed'
      observe(job.name, outcome, seconds())
      if (outcome === 'retried') log.warn({ ...fields, err }, 'A job failed and will be retried.')
      else log.error({ ...fields, err }, 'A job failed for the last time; it stays in the table.')
      const lastError = errorFields(err).message.slice(0, messageCharactersMax)
      if (line && triesLeft > 0)
        return backIntoLine(
          context,
          row,
          { ...line, name: job.name, payload, triesLeft, lastError },
          fields.attempt,
        )
      if (line) await passTurn(context, row, line)
      throw new JobFailed(lastError)
    }
    observe(job.name, 'done', seconds())
    log.debug({ ...fields, seconds: seconds() }, 'A job is done.')
    if (line) await passTurn(context, row, line)
  }
}

/** The loop give-turns grants a turn that is lost here. */
async function passTurn({ database, log }: TaskContext, { id }: JobRow, line: Line): Promise<void> {
  await endTurn(database, id, line).catch((err: unknown) => {
    log.warn({ err, job_id: id }, 'A turn could not be given; the loop give-turns will retry.')
  })
}

/** Ends the job and leaves the retry to the scope's line. If this rejects, the library retries and the job keeps its turn. */
async function backIntoLine(
  { clock, database }: TaskContext,
  { id, key }: JobRow,
  failed: Omit<FailedJob, 'runAt' | 'key'>,
  attempt: number,
): Promise<void> {
  const runAt = new Date(clock.now().getTime() + retryPauseMs(attempt))
  await endTurn(database, id, failed, { ...failed, runAt, key })
}

/** The library's own delays: 3 s, 7 s, 20 s, up to six hours. */
const retryPauseMs = (attempt: number): number => Math.exp(Math.min(attempt, 10)) * 1000

export function taskList<Context extends TaskContext>(
  jobs: readonly JobDefinition<unknown, Context>[],
  context: Context,
  observe: ObserveJob,
): TaskList {
  return Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, context, observe)]))
}
