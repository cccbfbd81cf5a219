import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'

export interface Postmaster {
  readonly pid: number
  readonly socketDirectory: string
  readonly ready: boolean
}

const previousStopMsMax = 30_000
const checkEveryMs = 20

/** Lines: pid, directory, start, port, socket directory, address, key, status. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, socketDirectory: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** Includes one that is stopping. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const postmaster = readPostmaster(cluster)
  return postmaster && servesCluster(postmaster.pid, cluster) ? postmaster : undefined
}

/** Stops a server that outlived its process, and removes stale files. The caller holds the data directory's lock. */
export async function stopPreviousPostmaster(cluster: string, log: Log): Promise<void> {
  const previous = readPostmaster(cluster)
  if (!previous) return
  if (!servesCluster(previous.pid, cluster)) {
    // After a reboot the pid may be any process's, and PostgreSQL would refuse to start.
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    return
  }
  log.warn({ pid: previous.pid }, 'The PostgreSQL of an earlier run is still alive; stopping it.')
  process.kill(previous.pid, 'SIGINT')
  const startedMs = monotonicMs()
  while (servesCluster(previous.pid, cluster)) {
    if (monotonicMs() - startedMs > previousStopMsMax) {
      throw new OperatorError(
        `The PostgreSQL of an earlier run (pid ${previous.pid}) does not stop. Stop it by hand.`,
      )
    }
    await delay(checkEveryMs)
  }
}

/** Compares the working directory, because pids are reused. */
function servesCluster(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    process.kill(pid, 0)
    return spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).stdout.includes(cluster)
  } catch {
    return false
  }
}
