import { jobs as fileJobs } from '../files/jobs.ts'
import type { Context } from '../api/context.ts'
import { startWorker } from '../platform/jobs/worker.ts'
import { purgeTries } from '../platform/limits/tries/purge-tries.ts'
import { deliverMail } from '../platform/mail/deliver-mail.ts'
import { purgeMails } from '../platform/mail/purge-mails.ts'
import type { Job } from '../api/job.ts'
import type { Metrics } from '../platform/operations/metrics.ts'
import { jobs as smsJobs } from '../sms/jobs.ts'
import { startSmsLoops } from '../sms/loops.ts'

/** Every kind of background work of the program. */
export const jobs: readonly Job[] = [deliverMail, purgeMails, purgeTries, ...fileJobs, ...smsJobs]

export interface WorkOptions {
  readonly context: Context
  readonly connectionString: string
  readonly metrics: Metrics
  /** Makes a span of each run of a job. */
  readonly trace: ((job: Job) => Job) | undefined
}

/** The worker role: jobs of all services and the message queue. Answers with the way to stop. */
export async function startWork({
  context,
  connectionString,
  metrics,
  trace,
}: WorkOptions): Promise<() => Promise<void>> {
  const worker = await startWorker({
    connectionString,
    jobs: trace ? jobs.map(trace) : jobs,
    context,
    observe: metrics.observeJob,
  })
  const loops = startSmsLoops(context)
  return async () => {
    await loops.stop()
    await worker.stop()
  }
}
