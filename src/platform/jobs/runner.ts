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
  readonly places: number
}

export interface Runner {
  readonly stop: (msMax: number) => Promise<void>
  readonly look: () => void
}

/** One per place, and one each for LISTEN, cron and the heartbeat. */
export const connectionsOf = (places: number): number => places + 3

const pollMs = 60_000
const restartMs = 1000
const killMsMax = 5000
/** Effectively never, within the range of timers. */
const neverMs = 2_000_000_000

interface Running {
  readonly library: LibraryRunner
  readonly workers: WorkerPool
  readonly heartbeat: WorkerHeartbeat
}

/** The library ends by itself after a long database outage. */
async function startRunning({ pool, log, tasks, cronItems, places }: RunnerOptions): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  let workers: WorkerPool | undefined
  // Emitted before `run` resolves.
  events.once('pool:create', ({ workerPool }) => void (workers = workerPool))
  const library = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: cronItems(),
    events,
    concurrency: places,
    pollInterval: pollMs,
    noHandleSignals: true,
    // Run times come from our clock. Only the retry delay of jobs without a scope uses PostgreSQL's.
    useNodeTime: true,
    // WorkerHeartbeat releases locks; the library's four hours would pass at once when the clock jumps.
    minResetLockedInterval: neverMs,
    maxResetLockedInterval: neverMs,
    logger: workerLog(log),
    // Without batches the library doesn't await job completion, and a lost connection ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
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
  // `library.kill` does nothing during a stop.
  await settlesWithin(killMsMax, Promise.resolve(workers.forcefulShutdown('The process was stopped.')))
}

/** Rejects if the database is unreachable now; later outages are survived. */
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
