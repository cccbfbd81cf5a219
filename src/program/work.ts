import { jobs as identityJobs } from '../identity/jobs.ts'
import { jobs as accountJobs } from '../account/jobs.ts'
import { backupCollector } from '../backup/nightly/backup-collector.ts'
import { openNightlyBackup } from '../backup/nightly/nightly-backup.ts'
import type { Context } from '../api/context.ts'
import { eraseDue } from '../console/removal/erase-due.ts'
import type { Job } from '../api/job.ts'
import type { Loop } from '../api/loop.ts'
import type { Collector } from '../api/collector.ts'
import { jobs as fileJobs } from '../files/jobs.ts'
import { collectors as fileCollectors } from '../files/collectors.ts'
import { giveTurnsAgain } from '../platform/jobs/give-turns.ts'
import { startLoops } from '../platform/jobs/loop.ts'
import { queueCollector } from '../platform/jobs/queue-collector.ts'
import { startWorker } from '../platform/jobs/worker.ts'
import { purgeThrottles } from '../platform/limits/throttle/purge-throttles.ts'
import { deliverMail } from '../platform/mail/deliver-mail.ts'
import { mailCollector } from '../platform/mail/mail-collector.ts'
import { purgeMails } from '../platform/mail/purge-mails.ts'
import type { Metrics } from '../platform/operations/metrics.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { jobs as smsJobs } from '../sms/jobs.ts'
import { loops as smsLoops } from '../sms/loops.ts'
import { collectors as smsCollectors } from '../sms/collectors.ts'
import { openDeliveryEngine } from '../webhooks/delivery/engine.ts'
import { jobs as webhookJobs } from '../webhooks/jobs.ts'
import { collectors as webhookCollectors } from '../webhooks/collectors.ts'
import { purgeEvents } from '../platform/outbox/purge-events.ts'

/** All jobs except the nightly backup, whose time is a setting. */
export const jobs: readonly Job[] = [
  deliverMail,
  purgeMails,
  purgeThrottles,
  purgeEvents,
  ...identityJobs,
  ...accountJobs,
  ...fileJobs,
  ...smsJobs,
  ...webhookJobs,
  eraseDue,
]

/** All loops except the one that delivers events. */
export const loops: readonly Loop[] = [giveTurnsAgain, ...smsLoops]

/** Gauges that one process reports for all of them. */
export const collectors: readonly Collector[] = [
  queueCollector,
  mailCollector,
  backupCollector,
  ...fileCollectors,
  ...smsCollectors,
  ...webhookCollectors,
]

export interface WorkOptions {
  readonly context: Context
  readonly connectionString: string
  readonly metrics: Metrics
  readonly tracing: Pick<Tracing, 'traceJob' | 'traceLoop'> | undefined
}

/** The worker role: jobs and loops of all services. Returns a function that stops it. */
export async function startWork(options: WorkOptions): Promise<() => Promise<void>> {
  const { context, connectionString, metrics, tracing } = options
  const nightly = openNightlyBackup(context.settings)
  const all = [...jobs, nightly.job]
  const worker = await startWorker({
    connectionString,
    jobs: tracing ? all.map((job) => tracing.traceJob(job)) : all,
    context,
    observe: (...job) => {
      metrics.observeJob(...job)
      context.notifications.tell({ scope: 'operators', topic: 'jobs', ids: null })
    },
  })
  const deliveries = openDeliveryEngine(context, metrics.observeAttempt)
  const repeated = [...loops, deliveries.loop]
  const running = startLoops({
    loops: tracing ? repeated.map((loop) => tracing.traceLoop(loop)) : repeated,
    context,
    observe: metrics.observeLoop,
  })
  for (const collector of collectors) metrics.addCollector(collector, context)
  return async () => {
    await running.stop()
    await deliveries.stop()
    nightly.stop()
    await worker.stop()
  }
}
