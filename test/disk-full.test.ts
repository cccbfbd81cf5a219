import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { runningPostgres } from '../src/platform/postgres/embedded.ts'
import { command, startServer } from './server.ts'
import { until } from './until.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A file system of its own, so that filling it harms nobody. */
function smallDisk(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bureau-full-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', directory]).status).toBe(0)
  cleanups.push(() => spawnSync('umount', ['-l', directory]))
  return directory
}

/** Writes zeros until no more than `leftBytes` are free. */
async function fill(directory: string, leftBytes: number): Promise<string> {
  const path = join(directory, 'filler')
  const { bavail, bsize } = statfsSync(directory)
  const file = await open(path, 'w')
  await file.write(Buffer.alloc(bavail * bsize - leftBytes))
  await file.close()
  return path
}

/** Until the server, which has no room for its log, ends. */
async function writeUntilItEnds(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: runningPostgres(dataDir) as string })
  client.on('error', () => {})
  await client.connect()
  await client.query('create temporary table scratch (id int)')
  // Messages go to the log without a table that would need room too.
  const noise = `select pg_logical_emit_message(true, 'test', repeat('x', 1000000)) from generate_series(1, 40)`
  await expect(client.query(noise)).rejects.toThrow()
  await client.end().catch(() => undefined)
}

describe('a disk without room for the write-ahead log', () => {
  const mountable = process.platform === 'linux' && process.getuid?.() === 0
  test.skipIf(!mountable)(
    'refuses requests, quickly, until there is room again, without anybody starting the server (needs the right to mount)',
    { timeout: 120_000 },
    async () => {
      const dataDir = smallDisk()
      const server = await startServer({ dataDir, env: { BUREAU_LOG_LEVEL: 'warn' } })
      cleanups.push(() => (server.child.exitCode === null ? server.kill() : undefined))
      const person = ['--email', 'f@example.com', '--first-name', 'F', '--last-name', 'Ull']
      const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
      const owned = ['--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
      const wanted = ['--service', 'files', '--scopes', '*']
      const { key } = await command<{ key: string }>(dataDir, 'keys', 'create', ...wanted, ...owned)
      const makeFolder = async (name: string) => {
        const response = await fetch(`${server.urls.files_origin_url}/api/v1/folders`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name }),
        })
        const { error } = (await response.json()) as { error?: { code: string } }
        return { status: response.status, code: error?.code }
      }
      expect((await makeFolder('before')).status).toBe(201)

      const filler = await fill(dataDir, 2 * 1024 * 1024)
      await writeUntilItEnds(dataDir)
      for (let count = 0; count < 8; count++) {
        const startedMs = performance.now()
        expect(await makeFolder('during')).toEqual({ status: 500, code: 'internal_error' })
        expect(performance.now() - startedMs).toBeLessThan(4500)
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
      expect(server.child.exitCode).toBe(null)

      rmSync(filler)
      await until(async () => (await makeFolder('after')).status === 201)
      expect(await server.stop()).toBe(0)
    },
  )
})
