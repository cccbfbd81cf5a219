import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { anyPorts, bureau } from '../server.ts'
import { until } from '../until.ts'
import { loadDatabase, placeFiles, readFixture } from './old-installation.ts'

const root = mkdtempSync(join(tmpdir(), 'bureau-upgrades-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

async function start(name: string, connectionString: string) {
  const dataDir = join(root, name)
  mkdirSync(dataDir)
  await placeFiles(dataDir, await readFixture())
  const port = await freePort()
  const env = {
    ...process.env,
    ...anyPorts,
    DATABASE_URL: connectionString,
    BUREAU_OPERATIONS_PORT: `${port}`,
    BUREAU_BACKUPS: `file:${join(root, 'backups')}`,
  }
  const child = spawn(bureau, ['serve', '--json', '--data', dataDir], { env, stdio: 'ignore' })
  children.push(child)
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    return answer && { status: answer.status, text: await answer.text() }
  }
  const reads = (status: number, word: string) =>
    until(async () => {
      const answer = await ask('/readyz')
      return answer?.status === status && answer.text.includes(word)
    })
  return { child, ask, reads }
}

test(
  'a process that migrates is alive and not ready, another waits for it and goes on when it is killed, with one backup',
  { timeout: 90_000 },
  async () => {
    await using world = await testDatabase({ migrated: false })
    await loadDatabase(world.connectionString, await readFixture())
    const holder = new pg.Client({ connectionString: world.connectionString })
    holder.on('error', () => {})
    await holder.connect()
    // 0019 changes this table and waits. The files before it are applied.
    await holder.query('begin; lock table identity.workspace in access share mode')
    const first = await start('first', world.connectionString)
    await first.reads(503, 'Migrating the database')
    expect((await first.ask('/livez'))?.status).toBe(200)
    const second = await start('second', world.connectionString)
    await second.reads(503, 'Another process is migrating the database')
    expect((await second.ask('/livez'))?.status).toBe(200)

    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    await holder.query('rollback')
    await holder.end()
    await second.reads(200, '"ready":true')
    const archives = readdirSync(join(root, 'backups')).filter((name) => name.endsWith('.backup'))
    expect(archives).toEqual([expect.stringContaining('before-upgrade')])
    second.child.kill('SIGINT')
    expect(await once(second.child, 'exit')).toEqual([0, null])
  },
)
