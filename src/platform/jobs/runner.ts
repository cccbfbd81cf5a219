import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type ParsedCronItem,
  run,
  type Runner as LibraryRunner,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type { Pool } from 'pg'
import type { Log } from '../log/log.ts'
import { holdHeartbeat, type WorkerHeartbeat } from './heartbeat.ts'
import { settlesWithin } from '../deadline.ts'
import { workerLog } from './worker-log.ts'

export interface RunnerOptions {
  readonly pool: Pool
  readonly log: Log
  readonly tasks: TaskList
  readonly cronItems: () => ParsedCronItem[]
  /** How many jobs run at a time. */
  readonly places: number
}

/** The library at work on some kinds of jobs, started again whenever it ends by itself. */
export interface Runner {
  /** Takes no more jobs and waits for those that run, `msMax` at most; what runs then counts as a failed try. */
  readonly stop: (msMax: number) => Promise<void>
  /** Has idle places look for jobs at once. */
  readonly look: () => void
}

/** One for the bookkeeping of each job, and one each to be notified, to schedule and to mark the runner as alive. */
export const connectionsOf = (places: number): number => places + 3

/** New jobs are told of by notices, and those that became due by `watchDue`: this is for when both fail. */
const pollMs = 60_000
const restartMs = 1000
const killMsMax = 5000
/** Longer than any process runs without a restart, within what a timer can hold. */
const neverMs = 2_000_000_000

interface Running {
  readonly library: LibraryRunner
  readonly workers: WorkerPool
  readonly heartbeat: WorkerHeartbeat
}

/** One run of the library: it ends by itself when the database was away for too long. */
async function startRunning({ pool, log, tasks, cronItems, places }: RunnerOptions): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  let workers: WorkerPool | undefined
  // Emitted before `run` answers.
  events.once('pool:create', ({ workerPool }) => void (workers = workerPool))
  const library = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: cronItems(),
    events,
    concurrency: places,
    pollInterval: pollMs,
    noHandleSignals: true,
    // Times in the table come from our clock, so due jobs must be looked for with it too. Only the pause after a
    // failed try of a job without a tenant is counted from the clock of PostgreSQL.
    useNodeTime: true,
    // WorkerHeartbeat gives locks back; the library's four hours would be over at once when the clock jumps.
    minResetLockedInterval: neverMs,
    maxResetLockedInterval: neverMs,
    logger: workerLog(log),
    // Without batches the library does not wait for the answer when it notes the end of a job, and a lost connection
    // then ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  // The caller awaits it later; until then a failure must not count as unhandled.
  library.promise.catch(() => undefined)
  try {
    if (!workers) throw new Error('The job queue started without workers.')
    return { library, workers, heartbeat: await holdHeartbeat(pool, workers.id, log) }
  } catch (err) {
    await library.stop()
    throw err
  }
}

async function stopRunning({ library, workers }: Running, msMax: number): Promise<void> {
  if (await settlesWithin(msMax, library.stop())) return
  // Not `library.kill`: it does nothing once a stop is under way.
  await settlesWithin(killMsMax, Promise.resolve(workers.forcefulShutdown('The process was stopped.')))
}

/** Rejects when the database cannot be reached; when it goes away later, the runner goes on once it is back. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { log, places } = options
  const stopping = new AbortController()
  const isStopping = (): boolean => stopping.signal.aborted
  let stopMsMax = 0
  let current: Running | undefined = await startRunning(options)

  async function keepRunning(): Promise<void> {
    while (!isStopping()) {
      try {
        current ??= await startRunning(options)
        if (isStopping()) await stopRunning(current, stopMsMax)
        await current.library.promise
      } catch (err) {
        if (!isStopping()) log.error({ err }, 'The worker ended; it starts again in a second.')
      }
      if (isStopping()) return
      await current?.heartbeat.release()
      current = undefined
      await pause(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const kept = keepRunning()
  return {
    look() {
      if (!isStopping()) current?.workers.nudge(places)
    },
    async stop(msMax) {
      stopMsMax = msMax
      stopping.abort()
      if (current) await stopRunning(current, msMax)
      await settlesWithin(restartMs, kept)
      await current?.heartbeat.release()
    },
  }
}
