import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { below, type Outcome } from '../outcome.ts'
import type { World } from './world.ts'

// What a server costs that has nothing to do, its embedded PostgreSQL included.

const settleSeconds = 15
const seconds = 30
const percentMax = 1

export async function benchIdle(world: World): Promise<Outcome[]> {
  await world.addNumber({ online: true })
  await pause(settleSeconds * 1000)
  const before = await groupSeconds(world.server.child.pid ?? 0)
  await pause(seconds * 1000)
  const used = (await groupSeconds(world.server.child.pid ?? 0)) - before
  const show = (percent: number) => `${percent.toFixed(2)} %`
  return [below('processor of an idle server', (used / seconds) * 100, percentMax, show)]
}

/** Seconds of processor of a process and those that it started. Linux counts in hundredths. */
async function groupSeconds(leader: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const each = await Promise.all(
    pids.map(async (pid) => {
      // A process may end before its turn.
      const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const fields = status
        .slice(status.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      return fields[2] === leader ? ((fields[11] ?? 0) + (fields[12] ?? 0)) / 100 : 0
    }),
  )
  return each.reduce((sum, used) => sum + used, 0)
}
