import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { below, type Outcome } from '../outcome.ts'
import type { World } from './world.ts'

// What a server costs that has nothing to do, its embedded PostgreSQL included.

/** V8 returns memory once, half a minute after the last work, which is not part of the idle cost. */
const settleSeconds = 60
const seconds = 30
const percentMax = 1

export async function benchIdle(world: World): Promise<Outcome[]> {
  await world.addNumber({ online: true })
  await pause(settleSeconds * 1000)
  const before = await secondsOfAll(world.server.child.pid ?? 0)
  await pause(seconds * 1000)
  const used = (await secondsOfAll(world.server.child.pid ?? 0)) - before
  const show = (percent: number) => `${percent.toFixed(2)} %`
  return [below('processor of an idle server', (used / seconds) * 100, percentMax, show)]
}

/** CPU seconds of a process and its descendants: each server process of PostgreSQL has its own group. */
async function secondsOfAll(root: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const processes = await Promise.all(
    pids.map(async (pid) => {
      // A process may end before its turn.
      const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const fields = status
        .slice(status.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      // Linux counts in hundredths.
      return {
        pid: Number(pid),
        parent: fields[1] ?? 0,
        seconds: ((fields[11] ?? 0) + (fields[12] ?? 0)) / 100,
      }
    }),
  )
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const below = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + child.seconds + below(child.pid), 0)
  return below(root) + (processes.find(({ pid }) => pid === root)?.seconds ?? 0)
}
