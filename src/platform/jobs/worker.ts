import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { run, type Runner, type RunnerOptions, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import { Pool } from 'pg'
import type { PlatformContext } from '../context.ts'
import { sessionConfig } from '../database/connection.ts'
import { endsWithin } from '../deadline.ts'
import type { JobDefinition } from './job.ts'
import { holdPresence, type Presence, watchAbsent } from './presence.ts'
import { cronItems, recurring, recurringSpec, watchClock } from './schedule.ts'
import { type ObserveJob, taskList } from './task.ts'
import { workerLog } from './worker-log.ts'

export interface WorkerOptions {
  /** The worker has connections of its own, so that requests and jobs' bookkeeping do not wait for one another. */
  readonly connectionString: string
  readonly jobs: readonly JobDefinition[]
  readonly context: PlatformContext
  readonly observe?: ObserveJob
  /** How long `stop` waits for jobs that run; ten seconds by default. */
  readonly stopMsMax?: number
}

export interface Worker {
  /** Takes no more jobs and waits for those that run, but not for ever; what runs then counts as a failed try. */
  readonly stop: () => Promise<void>
}

const concurrency = 4
/** One for each job's bookkeeping, and one each to be notified, to schedule and to mark the worker as alive. */
const connectionsMax = concurrency + 3
const pollMs = 2000
const restartMs = 1000
const stopMsMaxDefault = 10_000
const killMsMax = 5000
/** Longer than any process runs without a restart, within what a timer can hold. */
const neverMs = 2_000_000_000

interface Running {
  readonly runner: Runner
  readonly workers: WorkerPool
  readonly presence: Presence
}

/** One run of the library: it ends by itself when the database was away for too long. */
async function startRunning(
  pool: Pool,
  tasks: RunnerOptions['taskList'],
  options: WorkerOptions,
): Promise<Running> {
  const { jobs, context } = options
  const events: WorkerEvents = new EventEmitter()
  let workers: WorkerPool | undefined
  // Emitted before `run` answers.
  events.once('pool:create', ({ workerPool }) => void (workers = workerPool))
  const runner = await run({
    pgPool: pool,
    taskList: tasks ?? {},
    parsedCronItems: cronItems(jobs),
    events,
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    // Times in the table come from our clock, so due jobs must be looked for with it too. Only the pause after a
    // failed try is counted from the clock of PostgreSQL.
    useNodeTime: true,
    // Presence gives locks back; the library's four hours would be over at once when the clock jumps.
    minResetLockedInterval: neverMs,
    maxResetLockedInterval: neverMs,
    logger: workerLog(context.log),
    // Without batches the library does not wait for the answer when it notes the end of a job, and a lost connection
    // then ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  // Awaited by whoever keeps it running; until then a failure must not count as unhandled.
  runner.promise.catch(() => undefined)
  try {
    if (!workers) throw new Error('The job queue started without workers.')
    return { runner, workers, presence: await holdPresence(pool, workers.id, context.log) }
  } catch (err) {
    await runner.stop()
    throw err
  }
}

/** Whether `work` settles within `msMax`. */
const settles = (work: Promise<unknown>, msMax: number): Promise<boolean> =>
  endsWithin(msMax, () => Promise.allSettled([work]))

async function stopRunning({ runner, workers }: Running, stopMsMax = stopMsMaxDefault): Promise<void> {
  if (await settles(runner.stop(), stopMsMax)) return
  // Not `runner.kill`: it does nothing once a stop is under way.
  await settles(Promise.resolve(workers.forcefulShutdown('The process was stopped.')), killMsMax)
}

/** Adds every recurring job once, due now. */
async function addRecurring({ jobs, context }: WorkerOptions, runner: Runner): Promise<void> {
  context.log.info({}, 'The clock jumped forward: recurring jobs run now.')
  const runAt = context.clock.now()
  await Promise.all(
    recurring(jobs).map(({ job }) => runner.addJob(job.name, {}, { ...recurringSpec(job), runAt })),
  )
}

/**
 * Runs `jobs` until stopped. Names in the table that are none of these jobs are left alone. Rejects when the database
 * cannot be reached at the start; when it goes away later, the worker goes on once it is back.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { connectionString, jobs, context, observe = () => undefined } = options
  const { log } = context
  const tasks = taskList(jobs, context, observe)
  const stopping = new AbortController()
  const pool = new Pool({ ...sessionConfig(connectionString), max: connectionsMax })
  pool.on('error', (err) => {
    if (!stopping.signal.aborted) log.warn({ err }, 'A connection of the worker broke.')
  })
  // A connection in use tells its end as an event too; the statement under way rejects all the same.
  pool.on('connect', (client) => void client.on('error', () => undefined))

  let current: Running | undefined
  try {
    current = await startRunning(pool, tasks, options)
  } catch (err) {
    await pool.end()
    throw err
  }

  const isStopping = (): boolean => stopping.signal.aborted

  async function keepRunning(): Promise<void> {
    while (!isStopping()) {
      try {
        current ??= await startRunning(pool, tasks, options)
        if (isStopping()) await stopRunning(current, options.stopMsMax)
        await current.runner.promise
      } catch (err) {
        if (!isStopping()) log.error({ err }, 'The worker ended; it starts again in a second.')
      }
      if (isStopping()) return
      await current?.presence.release()
      current = undefined
      await pause(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const kept = keepRunning()
  const forgetAbsent = watchAbsent(context.database, log)
  const forgetClock = watchClock(() => {
    if (current)
      addRecurring(options, current.runner).catch((err: unknown) => log.error({ err }, 'Could not add jobs.'))
  })

  async function stop(): Promise<void> {
    stopping.abort()
    forgetClock()
    await forgetAbsent()
    if (current) await stopRunning(current, options.stopMsMax)
    await settles(kept, restartMs)
    await current?.presence.release()
    await settles(pool.end(), killMsMax)
  }

  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stop()) }
}
