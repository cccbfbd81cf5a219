import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { monotonicMs } from '../src/platform/clock.ts'
import { clusterOf } from '../src/platform/postgres/cluster.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { runningPostmaster } from '../src/platform/postgres/postmaster.ts'
import { silentLog } from './log.ts'
import { command, removeData, type Server, startServer } from './server.ts'

let directory: string
let dataDir: string
let postgres: EmbeddedPostgres
let server: Server
const keys = { files: '', sms: '' }

const start = () => startEmbeddedPostgres({ dataDir: directory, log: silentLog })

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bureau-away-'))
  dataDir = mkdtempSync(join(tmpdir(), 'bureau-away-data-'))
  postgres = await start()
  server = await startServer({ dataDir, env: { DATABASE_URL: postgres.connectionString } })
  const person = ['--email', 'p@example.com', '--first-name', 'P', '--last-name', 'P']
  const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
  const owned = ['--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
  for (const [service, scopes] of [
    ['files', '*'],
    ['sms', 'messages:send,messages:read,numbers:read'],
  ] as const) {
    const wanted = ['--service', service, '--scopes', scopes, '--per-minute', '1000']
    keys[service] = (await command<{ key: string }>(dataDir, 'keys', 'create', ...owned, ...wanted)).key
  }
}, 120_000)
afterAll(async () => {
  await (server as Server | undefined)?.kill()
  await (postgres as EmbeddedPostgres | undefined)?.stop()
  for (const each of [directory, dataDir]) await removeData(each)
})

/** The server process of PostgreSQL and those that it started. */
async function processes(): Promise<readonly number[]> {
  const { pid } = runningPostmaster(clusterOf(directory)) ?? { pid: 0 }
  // Not by `ps`, which small systems lack and which takes other words on each.
  const client = new pg.Client({ connectionString: postgres.connectionString })
  await client.connect()
  const others = 'select pid from pg_stat_activity where pid <> pg_backend_pid()'
  const { rows } = await client.query<{ pid: number }>(others)
  await client.end()
  return [pid, ...rows.map((row) => row.pid)]
}
const signal = (pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of pids) process.kill(pid, name)
}

interface Asked {
  readonly response: Response
  readonly text: string
  readonly ms: number
}

async function ask(url: string, init: RequestInit = {}): Promise<Asked> {
  const startedMs = monotonicMs()
  const response = await fetch(url, init)
  return { response, text: await response.text(), ms: monotonicMs() - startedMs }
}

const requests: Readonly<Record<string, () => Promise<Asked>>> = {
  'a read of files': () =>
    ask(`${server.urls.gateway_url}/v1/files/files`, { headers: { authorization: `Bearer ${keys.files}` } }),
  'a new folder': () =>
    ask(`${server.urls.files_origin_url}/api/v1/folders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.files}`, 'content-type': 'application/json' },
      body: '{"name":"n"}',
    }),
  'a list of messages': () =>
    ask(`${server.urls.sms_base_url}/api/v1/messages`, { headers: { authorization: `Bearer ${keys.sms}` } }),
}
const page = () => ask(`${server.urls.files_origin_url}/sl/aaaaaaaa`)

async function expectPrompt500s(): Promise<void> {
  const asked = await Promise.all(Object.values(requests).map((request) => request()))
  for (const { response, text, ms } of asked) {
    expect([response.status, text.includes('"internal_error"')], text).toEqual([500, true])
    expect(response.headers.get('retry-after')).toBe('5')
    expect(ms).toBeLessThan(4500)
  }
  const { response, text, ms } = await page()
  expect([response.status, response.headers.get('retry-after')]).toEqual([500, '5'])
  expect(text).toContain('Its database does not respond. Try again in a few seconds.')
  expect(ms).toBeLessThan(4500)
}

async function expectAnswersAgain(): Promise<void> {
  for (const [name, request] of Object.entries(requests))
    await expect.poll(async () => (await request()).response.status, { message: name }).toBeLessThan(300)
  expect((await page()).response.status).toBe(404)
}

describe('while PostgreSQL is away, a request is answered within two seconds as internal_error with Retry-After:', () => {
  test('paused', { timeout: 60_000 }, async () => {
    await expectAnswersAgain()
    const pids = await processes()
    signal(pids, 'SIGSTOP')
    try {
      await expectPrompt500s()
      await expectPrompt500s()
    } finally {
      signal(pids, 'SIGCONT')
    }
    await expectAnswersAgain()
  })

  test('stopped', { timeout: 60_000 }, async () => {
    await postgres.stop()
    await expectPrompt500s()
    postgres = await start()
    await expectAnswersAgain()
  })
})
