import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request as send, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Peer } from '../bench/peers/peer.ts'
import { redisMissing, startRedis } from '../src/platform/limits/redis-server.testing.ts'
import { freePort } from './free-port.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { documentedConfiguration, nginx, startNginx } from './nginx.ts'
import { command, startServer, type Server } from './server.ts'
import { until } from './until.ts'

const directory = mkdtempSync(join(tmpdir(), 'bureau-rolling-'))
const agent = new Agent({ keepAlive: true })
const closing: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })]
afterAll(async () => {
  agent.destroy()
  for (const close of closing.reverse()) await close()
})

interface Place {
  readonly dataDir: string
  readonly filesPort: number
  readonly operations: string
  readonly env: Readonly<Record<string, string>>
}

interface Answer {
  readonly status: number | undefined
  readonly connection: string | undefined
  readonly text: string
}

async function ask(url: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  const request = send(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }).end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const text = (await buffer(answer)).toString()
  return { status: answer.statusCode, connection: answer.headers.connection, text }
}

const isGone = (url: string): Promise<boolean> =>
  ask(url).then(
    () => false,
    () => true,
  )

describe.skipIf(redisMissing || nginx === undefined)('with nginx-light and a redis-server', () => {
  let shared: TestDatabase
  let redis: Awaited<ReturnType<typeof startRedis>>
  const places: Place[] = []
  const servers: Server[] = []
  let key: string

  beforeAll(async () => {
    shared = await testDatabase({ migrated: false })
    closing.push(shared.close)
    redis = await startRedis()
    closing.push(redis.kill)
    for (const name of ['one', 'two']) places.push(await place(name))
    for (const each of places) servers.push(await start(each))
    const [{ dataDir }] = places as [Place]
    const person = ['--email', 'r@example.com', '--first-name', 'R', '--last-name', 'Olling']
    const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
    const owned = ['--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
    const wanted = ['--service', 'files', '--scopes', '*', '--per-minute', '1000000', '--per-day', '1000000']
    key = (await command<{ key: string }>(dataDir, 'keys', 'create', ...wanted, ...owned)).key
  }, 60_000)

  async function place(name: string): Promise<Place> {
    const [filesPort, operationsPort] = [await freePort(), await freePort()]
    return {
      dataDir: join(directory, name),
      filesPort,
      operations: `http://127.0.0.1:${operationsPort}`,
      env: {
        DATABASE_URL: shared.connectionString,
        REDIS_URL: redis.url,
        BUREAU_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        BUREAU_BLOBS: `file:${join(directory, 'blobs')}`,
        BUREAU_FILES_PORT: `${filesPort}`,
        BUREAU_OPERATIONS_PORT: `${operationsPort}`,
        BUREAU_DRAIN_SECONDS: '4',
        BUREAU_TRUSTED_PROXIES: 'loopback',
      },
    }
  }

  async function start({ dataDir, env }: Place): Promise<Server> {
    const server = await startServer({ dataDir, env, args: ['--roles', 'files'] })
    closing.push(() => (server.child.exitCode === null ? server.kill() : undefined))
    return server
  }

  async function startProxy(): Promise<Peer> {
    const port = await freePort()
    const upstream = documentedConfiguration(
      'rolling-restarts.md',
      Object.fromEntries(
        places.map(({ filesPort }, index) => [`10.0.0.${7 + index}:8081`, `127.0.0.1:${filesPort}`]),
      ),
    )
    const location = 'proxy_pass http://bureau_files; proxy_http_version 1.1; proxy_set_header Connection "";'
    const server = `server { listen 127.0.0.1:${port}; keepalive_requests 1000000; location / { ${location} } }`
    const proxy = await startNginx({ directory, port, servers: `access_log off; ${upstream}\n${server}` })
    closing.push(proxy.stop)
    return proxy
  }

  test('a rolling restart loses no request', { timeout: 120_000 }, async () => {
    const proxy = await startProxy()
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const failures: string[] = []
    let [answered, over] = [0, false]
    /** Half of it changes something, which no proxy may send twice. */
    const load = async (client: number): Promise<void> => {
      for (let turn = 0; !over; turn++) {
        const body = turn % 2 === 0 ? undefined : JSON.stringify({ name: `${client}-${turn}` })
        const path = body === undefined ? '/api/v1/me' : '/api/v1/folders'
        const answer = await ask(proxy.url + path, headers, body).catch((error: Error) => error)
        if (answer instanceof Error) failures.push(answer.message)
        else if (answer.status !== (body === undefined ? 200 : 201))
          failures.push(`${answer.status} ${answer.text}`)
        answered++
        await pause(10)
      }
    }
    const clients = Promise.all(Array.from({ length: 8 }, (_, client) => load(client)))
    for (const turn of [0, 1]) {
      const [server, at] = [servers[turn] as Server, places[turn] as Place]
      server.child.kill('SIGTERM')
      expect(((await once(server.child, 'exit')) as [number])[0]).toBe(0)
      servers[turn] = await start(at)
      await until(async () => (await ask(`${at.operations}/readyz`)).status === 200)
    }
    over = true
    await clients
    expect(failures, readFileSync(join(directory, 'nginx.log'), 'utf8')).toEqual([])
    expect(answered).toBeGreaterThan(200)
  })

  test('SIGTERM turns /readyz to 503 and ends connections with their answers, while new ones are taken', async () => {
    const [server, at] = [servers[0] as Server, places[0] as Place]
    const health = `http://127.0.0.1:${at.filesPort}/api/v1/health`
    expect((await ask(health)).connection).toBe('keep-alive')
    server.child.kill('SIGTERM')
    await until(async () => (await ask(`${at.operations}/readyz`)).status === 503)
    expect((await ask(`${at.operations}/readyz`)).text).toContain('This process was told to stop')
    for (let count = 0; count < 3; count++) {
      const { status, connection } = await ask(health)
      expect([status, connection]).toEqual([200, 'close'])
    }
    await until(() => isGone(health))
    await until(async () => server.child.exitCode === 0)
    servers[0] = await start(at)
  })

  test('Ctrl-C is not kept waiting', async () => {
    const [server, at] = [servers[0] as Server, places[0] as Place]
    const startedMs = performance.now()
    expect(await server.stop()).toBe(0)
    // The drain alone would be four seconds.
    expect(performance.now() - startedMs).toBeLessThan(3500)
    servers[0] = await start(at)
  })

  test('/readyz says when Redis is away and when it is back', async () => {
    const { operations } = places[0] as Place
    const readyz = () => ask(`${operations}/readyz`)
    expect((await readyz()).status).toBe(200)
    await redis.kill()
    const away = await readyz()
    expect(away.status).toBe(503)
    expect(JSON.parse(away.text)).toMatchObject({
      ready: false,
      checks: { redis: { ok: false, error: 'Redis does not answer; requests are refused until it does.' } },
    })
    await redis.restart()
    await until(async () => (await readyz()).status === 200)
  })
})
