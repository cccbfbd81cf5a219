import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenHere } from '../src/platform/outgoing/hosts.testing.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { answer, certificate, receiver } from '../src/webhooks/delivery/receiver.testing.ts'
import { silentLog } from './log.ts'
import { command, removeData, type Server, startServer } from './server.ts'
import { until } from './until.ts'

let directory: string
let dataDir: string
let postgres: EmbeddedPostgres
let server: Server
let key: string
let proxy: Awaited<ReturnType<typeof listenHere>>

const start = () => startEmbeddedPostgres({ dataDir: directory, log: silentLog })

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bureau-deliveries-'))
  dataDir = mkdtempSync(join(tmpdir(), 'bureau-deliveries-data-'))
  const authority = join(dataDir, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  proxy = await listenHere(createServer((socket) => socket.destroy()))
  postgres = await start()
  const url = `http://127.0.0.1:${proxy.port}`
  const env = {
    DATABASE_URL: postgres.connectionString,
    BUREAU_WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: authority,
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    ALL_PROXY: url,
    npm_config_proxy: url,
    NODE_USE_ENV_PROXY: '1',
  }
  server = await startServer({ dataDir, env })
  const person = ['--email', 'p@example.com', '--first-name', 'P', '--last-name', 'P']
  const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
  const owned = ['--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
  const wanted = ['--service', 'files', '--scopes', '*', '--per-minute', '10000']
  key = (await command<{ key: string }>(dataDir, 'keys', 'create', ...owned, ...wanted)).key
}, 120_000)
afterAll(async () => {
  await (server as Server | undefined)?.kill()
  await (postgres as EmbeddedPostgres | undefined)?.stop()
  await proxy[Symbol.asyncDispose]()
  for (const each of [directory, dataDir]) await removeData(each)
})

const call = (path: string, body?: object) =>
  fetch(`${server.urls.files_origin_url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

async function addWebhook(port: number): Promise<number> {
  const response = await call('/webhooks', { name: 'w', url: `https://127.0.0.1:${port}/`, events: ['*'] })
  const { data } = (await response.json()) as { data: { webhook: { id: number } } }
  return data.webhook.id
}

async function deliveries(
  webhookId: number,
): Promise<readonly (readonly [status: string, attempts: number])[]> {
  const response = await call(`/webhooks/${webhookId}/deliveries`)
  if (!response.ok) return []
  const { data } = (await response.json()) as { data: { status: string; attempts: number }[] }
  return data.map(({ status, attempts }) => [status, attempts])
}

const happens = async (name: string) => (await call('/folders', { name })).status === 201

test(
  'deliveries go on after a restart of PostgreSQL, with the server that was running',
  { timeout: 60_000 },
  async () => {
    const held: (() => void)[] = []
    await using host = await receiver((response, got, request) => {
      if (host.received.length === 1) held.push(() => answer(200)(response, got, request))
      else answer(200)(response, got, request)
    })
    const id = await addWebhook(host.port)
    expect(await happens('before')).toBe(true)
    await until(async () => held.length === 1)
    const stopping = postgres.stop()
    await until(async () => !(await call('/me')).ok)
    // What came of this attempt cannot be written down before PostgreSQL is back.
    held[0]?.()
    await stopping
    postgres = await start()
    await until(async () => happens('after'))
    await until(async () => host.received.length >= 2)
    // Each arrived once, and is written down as that: nothing was given up and nothing repeated.
    await expect.poll(() => deliveries(id)).toEqual(host.received.map(() => ['delivered', 1]))
    expect(proxy.connections).toEqual([])
  },
)
