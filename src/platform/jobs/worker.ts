import { Pool } from 'pg'
import type { PlatformContext } from '../context.ts'
import { sessionConfig } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import type { JobDefinition } from './job.ts'
import { watchAbsent } from './heartbeat.ts'
import { type Queue, queueNames, queues } from './queue.ts'
import { connectionsOf, type Runner, startRunner } from './runner.ts'
import { addRecurring, cronItems } from './schedule.ts'
import { settlesWithin } from '../deadline.ts'
import type { ObserveJob } from '../operations/observations.ts'
import { taskList } from './task.ts'
import { watchClock } from './watch-clock.ts'
import { watchDue } from './watch-due.ts'

export interface WorkerOptions<Context = PlatformContext> {
  /** The worker has its own pool, so that jobs and requests don't wait for each other. */
  readonly connectionString: string
  readonly jobs: readonly JobDefinition<unknown, Context>[]
  readonly context: Context
  readonly observe?: ObserveJob
  readonly stopMsMax?: number
}

export interface Worker {
  /** Jobs that exceed `stopMsMax` count as failed attempts. */
  readonly stop: () => Promise<void>
}

const stopMsMaxDefault = 10_000
const closeMsMax = 5000

/** Unknown job names are ignored. Rejects if the database is unreachable now; later outages are survived. */
export async function startWorker<Context extends Pick<PlatformContext, 'clock' | 'database' | 'log'>>(
  options: WorkerOptions<Context>,
): Promise<Worker> {
  const { jobs, context, stopMsMax = stopMsMaxDefault } = options
  const { log, database } = context
  requireOwnNames(jobs)
  const stopping = new AbortController()
  const pool = openPool(options.connectionString, log, stopping.signal)
  const close = () => settlesWithin(closeMsMax, pool.end())
  const runners: { readonly queue: Queue; readonly runner: Runner }[] = []
  const stopRunners = () => Promise.all(runners.map(({ runner }) => runner.stop(stopMsMax)))
  try {
    for (const { queue, start } of starts(options, pool)) runners.push({ queue, runner: await start() })
  } catch (err) {
    await stopRunners()
    await close()
    throw err
  }

  const forgetAbsent = watchAbsent(database, log)
  const forgetDue = watchDue(database, log, (priority) => {
    const own = runners.filter(({ queue }) => queues[queue].priority === priority)
    // A priority of another version, or set by hand.
    for (const { runner } of own.length > 0 ? own : runners) runner.look()
  })
  const forgetClock = watchClock(() => {
    addRecurringNow(jobs, database, log)
  })

  async function stop(): Promise<void> {
    stopping.abort()
    forgetClock()
    await Promise.all([forgetAbsent(), forgetDue()])
    await stopRunners()
    await close()
  }

  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stop()) }
}

function requireOwnNames(jobs: readonly { readonly name: string }[]): void {
  const names = new Set<string>()
  for (const { name } of jobs) {
    if (names.has(name)) throw new Error(`Two jobs are named ${name}.`)
    names.add(name)
  }
}

function starts<Context extends Pick<PlatformContext, 'clock' | 'database' | 'log'>>(
  { jobs, context, observe = () => undefined }: WorkerOptions<Context>,
  pool: Pool,
): { readonly queue: Queue; readonly start: () => Promise<Runner> }[] {
  return queueNames
    .map((queue) => ({ queue, own: jobs.filter((job) => job.queue === queue) }))
    .filter(({ own }) => own.length > 0)
    .map(({ queue, own }) => ({
      queue,
      start: () =>
        startRunner({
          pool,
          log: context.log,
          tasks: taskList(own, context, observe),
          cronItems: () => cronItems(own),
          places: queues[queue].places,
        }),
    }))
}

function openPool(connectionString: string, log: Log, stopping: AbortSignal): Pool {
  const max = queueNames.reduce((sum, queue) => sum + connectionsOf(queues[queue].places), 0)
  const pool = new Pool({ ...sessionConfig(connectionString), max })
  pool.on('error', (err) => {
    if (!stopping.aborted) log.warn({ err }, 'A connection of the worker was lost.')
  })
  // The pending statement rejects too.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

function addRecurringNow(jobs: readonly JobDefinition<unknown, never>[], database: Database, log: Log): void {
  log.info({}, 'The clock jumped forward: recurring jobs run now.')
  database
    .transaction((tx) => addRecurring(tx, jobs))
    .catch((err: unknown) => log.error({ err }, 'Recurring jobs could not be added.'))
}
