import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBackup } from '../src/backup/restore/archives.testing.ts'
import { sql } from '../src/platform/database/sql.ts'
import { systemRandom } from '../src/platform/random.ts'
import { openInstance } from '../src/program/instance.ts'
import { testDatabase } from './database.ts'
import { bureau, command, removeData, run, startServer } from './server.ts'
import { until } from './until.ts'

const files = 10

let directory: string
let backup: string
let filesKey: string
let smsKey: string
const digests = new Map<string, string>()

async function call(origin: string, key: string, path: string, body?: object) {
  const response = await fetch(`${origin}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  expect(response.status).toBeLessThan(300)
  return response
}

/** An installation with files and a text, and its backup. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bureau-restore-'))
  const dataDir = join(directory, 'source')
  const server = await startServer({ dataDir })
  const person = ['--email', 'r@example.com', '--first-name', 'R', '--last-name', 'S']
  const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
  const owned = ['--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
  const keyFor = async (...words: readonly string[]) =>
    (await command<{ key: string }>(dataDir, 'keys', 'create', '--service', ...words, ...owned)).key
  filesKey = await keyFor('files', '--scopes', '*')
  smsKey = await keyFor('sms', '--scopes', 'messages:send')
  await command(dataDir, 'numbers', 'add', '--pool', '--phone', '+12025550100', '--carrier', 'simulator')
  for (let index = 0; index < files; index++) {
    const bytes = systemRandom.bytes(300_000)
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(bytes)]), `${index}.bin`)
    const response = await fetch(`${server.urls.files_origin_url}/api/v1/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${filesKey}` },
      body: form,
    })
    const { data } = (await response.json()) as { data: { id: string } }
    digests.set(data.id, createHash('sha256').update(bytes).digest('hex'))
  }
  await server.stop()
  const instance = await openInstance({ dataDir, env: {}, purpose: 'command' })
  const { context, connectionString } = instance
  const source = { connectionString, blobs: context.blobs, keys: context.keyring.keys() }
  backup = (await writeBackup(join(directory, 'backups'), source)).path
  await instance.close()
})
afterAll(() => removeData(directory))

/** A new data directory with the key of the backup. */
async function newDirectory(name: string): Promise<string> {
  const dataDir = join(directory, name)
  await cp(join(directory, 'source/secret.key'), join(dataDir, 'secret.key'))
  return dataDir
}

const restore = (dataDir: string, env = {}, file = backup) =>
  run(['backup', 'restore', file, '--data', dataDir, '--json'], env)

test('kill -9 in its last transaction leaves an empty installation, and the next restore completes it', async () => {
  const dataDir = await newDirectory('killed')
  await using database = await testDatabase()
  const env = { DATABASE_URL: database.connectionString, BUREAU_BLOBS: `file:${join(directory, 'blobs')}` }
  const holder = new pg.Client({ connectionString: database.connectionString })
  await holder.connect()
  await holder.query('begin; lock table webhooks.webhook in access share mode')
  const child = spawn(bureau, ['backup', 'restore', backup, '--data', dataDir], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
  })
  const exited = once(child, 'exit')
  const waiting = sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await database.database.rows(waiting)).length > 0)
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await exited
  await holder.end()
  expect(await database.database.rows(sql`select id from identity."user"`)).toEqual([])
  const refused = await run(['users', 'list', '--data', dataDir], env)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('was interrupted. Run "bureau')])
  const { code, stdout, stderr } = await restore(dataDir, env)
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ blobs: { count: files, copied: 0, missing: 0 } })
  const server = await startServer({ dataDir, env })
  const { files_origin_url: origin, sms_base_url: sms } = server.urls
  for (const [id, digest] of digests) {
    const response = await call(origin, filesKey, `/files/${id}/content`)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest)
  }
  await call(sms, smsKey, '/messages', { to: '+12025550199', body: 'With an old key' })
  await server.stop()
})

test('an embedded database is restored too', async () => {
  const dataDir = await newDirectory('embedded')
  const { code, stderr, stdout } = await restore(dataDir)
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ blobs: { count: files, copied: files } })
  const { users } = await command<{ users: { email: string }[] }>(dataDir, 'users', 'list')
  expect(users).toMatchObject([{ email: 'r@example.com' }])
})

test('a bad backup, and a directory that is in use, change nothing', async () => {
  const dataDir = join(directory, 'untouched')
  const bad = join(directory, 'bad.backup')
  await writeFile(bad, (await readFile(backup)).subarray(0, 5000))
  const refused = await restore(dataDir, {}, bad)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^bureau: The backup is incomplete/),
  ])
  const keyless = await restore(dataDir)
  expect([keyless.code, keyless.stderr]).toEqual([1, expect.stringContaining('copy the file secret.key')])
  expect(existsSync(dataDir)).toBe(false)
  const source = join(directory, 'source')
  const used = await restore(source)
  expect([used.code, used.stderr]).toEqual([1, expect.stringContaining('has people or numbers already')])
  const server = await startServer({ dataDir: source })
  const served = await restore(source)
  expect([served.code, served.stderr]).toEqual([
    1,
    expect.stringMatching(/^bureau: Another server \(pid \d+\) runs on/),
  ])
  const verified = await run(['backup', 'verify', backup, '--data', source, '--json'])
  expect(JSON.parse(verified.stdout)).toMatchObject({ mac: 'checked', blobs: { read: files, damaged: [] } })
  await server.stop()
})
