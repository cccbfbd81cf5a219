import type { ChildProcess } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'
import { DiskFull, saysFull } from './explain.ts'

export interface Running {
  readonly child: ChildProcess
  readonly pid: number
  readonly ended: Promise<void>
  readonly release: () => void
  readonly said: () => string
}

export interface SuperviseOptions {
  readonly dataDir: string
  readonly log: Log
  readonly onFailure?: (error: Error) => void
}

const stopMsMax = 10_000
/** Restarts within a minute of each other before giving up. */
const restartsMax = 5
const steadyMs = 60_000
const roomPauseMsMin = 1_000
const roomPauseMsMax = 5_000
/** Two WAL segments. With less, a log on the same disk may not even report that it is full. */
const roomBytesMin = 32 * 1024 * 1024

/** Restarts the server: indefinitely on a full disk, else a few times. */
export function supervise(first: Running, launch: () => Promise<Running>, options: SuperviseOptions) {
  const { dataDir, log, onFailure } = options
  const stopping = new AbortController()
  let running = first
  let restarting: Promise<void> = Promise.resolve()
  let restarts = 0
  watch()

  function watch(): void {
    const watched = running
    const startedMs = monotonicMs()
    void watched.ended.then(() => {
      watched.release()
      if (stopping.signal.aborted) return
      const full = hasNoRoom(dataDir) || saysFull(watched.said())
      if (!full) restarts = monotonicMs() - startedMs > steadyMs ? 1 : restarts + 1
      log.error({ pid: watched.pid, restarts, full }, 'PostgreSQL ended unexpectedly; starting it again.')
      restarting = restart(full ? roomPauseMsMin : 0).catch((error: Error) => {
        log.error({ err: error }, 'PostgreSQL could not be started again.')
        onFailure?.(error)
      })
    })
  }

  async function restart(firstPauseMs: number): Promise<void> {
    if (restarts > restartsMax)
      throw new OperatorError('PostgreSQL keeps ending. See postgres.log for the cause.')
    let pauseMs = firstPauseMs
    for (;;) {
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        running = await launch()
        return watch()
      } catch (error) {
        if (!(error instanceof DiskFull || hasNoRoom(dataDir))) throw error
        log.error(
          { err: error },
          'PostgreSQL has no room on its disk; it is tried again until there is some.',
        )
      }
      pauseMs = Math.min(Math.max(pauseMs * 2, roomPauseMsMin), roomPauseMsMax)
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await restarting
    running.release()
    if (running.child.exitCode !== null || running.child.signalCode !== null) return
    running.child.ref()
    running.child.kill('SIGINT')
    const kill = setTimeout(() => running.child.kill('SIGKILL'), stopMsMax)
    await running.ended
    clearTimeout(kill)
  }

  return { pid: () => running.pid, stop }
}

function hasNoRoom(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < roomBytesMin
}
