import type { Task, TaskList } from 'graphile-worker'
import { z } from 'zod'
import { monotonicMs } from '../clock.ts'
import type { PlatformContext } from '../context.ts'
import { errorFields } from '../log/error-fields.ts'
import type { JobDefinition } from './job.ts'

/** How a run ended: `retried` failed and will be tried again; `failed` was the last try. */
export type JobOutcome = 'done' | 'retried' | 'failed'
export type ObserveJob = (job: string, outcome: JobOutcome, seconds: number) => void

/** What the job table keeps of an error: no values, no stack, and not without end. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
}

const messageCharactersMax = 500

/** The library puts the time of the schedule into the payload of recurring jobs, which ours do not know. */
const Scheduled = z.object({ _cron: z.unknown() })

function payloadOf<Payload>(job: JobDefinition<Payload>, raw: unknown): Payload {
  const parsed = job.input.safeParse(Scheduled.safeParse(raw).success ? {} : raw)
  if (parsed.success) return parsed.data
  // Only names of fields: a payload may hold what must not be logged.
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'payload')
  throw new JobFailed(`The payload does not fit the job: ${fields.join(', ')}.`)
}

function taskOf<Payload>(job: JobDefinition<Payload>, context: PlatformContext, observe: ObserveJob): Task {
  const { log } = context
  return async (raw, { job: { id, attempts, max_attempts: attemptsMax } }) => {
    const startedMs = monotonicMs()
    const seconds = () => (monotonicMs() - startedMs) / 1000
    const fields = { job: job.name, job_id: id, attempt: attempts }
    try {
      await job.run(payloadOf(job, raw), context)
    } catch (err) {
      const outcome = attempts < attemptsMax ? 'retried' : 'failed'
      observe(job.name, outcome, seconds())
      if (outcome === 'retried') log.warn({ ...fields, err }, 'A job failed and will be tried again.')
      else log.error({ ...fields, err }, 'A job failed for the last time; it stays in the table.')
      throw new JobFailed(errorFields(err).message.slice(0, messageCharactersMax))
    }
    observe(job.name, 'done', seconds())
    log.debug({ ...fields, seconds: seconds() }, 'A job is done.')
  }
}

/** The library's tasks, one a job. Throws when two jobs have one name. */
export function taskList(
  jobs: readonly JobDefinition[],
  context: PlatformContext,
  observe: ObserveJob,
): TaskList {
  const tasks = new Map<string, Task>()
  for (const job of jobs) {
    if (tasks.has(job.name)) throw new Error(`Two jobs are named ${job.name}.`)
    tasks.set(job.name, taskOf(job, context, observe))
  }
  return Object.fromEntries(tasks)
}
