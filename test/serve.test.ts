import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { command, run, startServer, type Server } from './server.ts'
import { redisMissing, startRedis } from '../src/platform/limits/redis-server.testing.ts'
import { until } from './until.ts'

const directories: string[] = []
function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'bureau-serve-'))
  directories.push(path)
  return path
}
let running: Server[] = []
async function serve(
  dataDir: string,
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<Server> {
  const server = await startServer({ dataDir, env, args })
  running.push(server)
  return server
}
afterEach(async () => {
  for (const server of running) if (server.child.exitCode === null) await server.stop()
  running = []
})
afterAll(() => directories.forEach((path) => rmSync(path, { recursive: true, force: true })))

const anyPort = {
  BUREAU_GATEWAY_PORT: '0',
  BUREAU_FILES_PORT: '0',
  BUREAU_SMS_PORT: '0',
  BUREAU_PHONES_PORT: '0',
}

/** Runs `serve` with a bad setup: its exit code and what it prints on standard error besides log lines. */
async function refusal(dataDir: string, env: Record<string, string> = {}, args: string[] = []) {
  const { code, stderr } = await run(['serve', '--data', dataDir, ...args], { ...anyPort, ...env })
  const said = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
  return { code, said }
}

/** A person with a key for an API. */
async function newKey(dataDir: string, service: string, scopes: string, ...more: string[]) {
  const email = `p${Math.floor(performance.now() * 1000)}@example.com`
  const person = ['--email', email, '--first-name', 'P', '--last-name', 'Erson']
  const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
  const owned = ['--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
  const wanted = ['--service', service, '--scopes', scopes, ...more]
  return command<{ id: number; key: string }>(dataDir, 'keys', 'create', ...wanted, ...owned)
}

describe('serve', { timeout: 60_000 }, () => {
  test('is there again with everything kept, and Ctrl-C ends it cleanly', async () => {
    const dataDir = directory()
    const first = await startServer({ dataDir, isFirst: true })
    running.push(first)
    const { key } = await newKey(dataDir, 'files', '*')
    const form = new FormData()
    form.set('file', new Blob(['kept']), 'kept.txt')
    const headers = { authorization: `Bearer ${key}` }
    await fetch(`${first.urls.gateway_url}/v1/files/files`, { method: 'POST', headers, body: form })
    expect(await first.stop()).toBe(0)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)

    const second = await serve(dataDir)
    const list = await fetch(`${second.urls.files_origin_url}/api/v1/files`, { headers })
    expect(((await list.json()) as { data: { name: string }[] }).data.map(({ name }) => name)).toEqual([
      'kept.txt',
    ])
  })

  test('finishes a running request when it is told to stop', async () => {
    const dataDir = directory()
    const server = await serve(dataDir)
    const { key } = await newKey(dataDir, 'files', '*')
    const boundary = 'b'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n`
    let goOn: () => void = () => undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        // More than is kept in a row, so that the store has it while the rest is on its way.
        controller.enqueue(Buffer.from(`${head}${'begun'.padEnd(100_000)}`))
        await held
        controller.enqueue(Buffer.from(` and ended\r\n--${boundary}--\r\n`))
        controller.close()
      },
    })
    const upload = fetch(`${server.urls.files_origin_url}/api/v1/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
      duplex: 'half',
    })
    const arriving = join(dataDir, 'blobs/tmp')
    await until(() => existsSync(arriving) && readdirSync(arriving).length > 0)
    const stopped = server.stop()
    const refuses = () =>
      fetch(`${server.urls.files_origin_url}/api/v1/health`).then(
        ({ ok }) => !ok,
        () => true,
      )
    await until(refuses)
    goOn()
    expect((await upload).status).toBe(201)
    expect(await stopped).toBe(0)
  })

  test('refuses a second server on the same data directory', async () => {
    const dataDir = directory()
    await serve(dataDir)
    const { code, said } = await refusal(dataDir)
    expect(code).toBe(1)
    expect(said).toEqual([expect.stringMatching(/another server/i)])
  })

  test('names all ports in use at once, each with its variable', async () => {
    const taken = [createServer(), createServer()]
    for (const server of taken) await once(server.listen(0, '127.0.0.1'), 'listening')
    const [sms, operations] = taken.map((server) => (server.address() as AddressInfo).port)
    const env = { BUREAU_SMS_PORT: `${sms}`, BUREAU_OPERATIONS_PORT: `${operations}` }
    const { code, said } = await refusal(directory(), env)
    expect([code, said]).toEqual([
      1,
      [
        `bureau: Port ${sms} is in use. Set BUREAU_SMS_PORT to another port.`,
        `Port ${operations} is in use. Set BUREAU_OPERATIONS_PORT to another port.`,
      ],
    ])
    for (const server of taken) server.close()
  })

  test.each([
    ['BUREAU_HOST', { BUREAU_GATEWAY_PORT: '61001', BUREAU_FILES_PORT: '61002' }],
    ['BUREAU_OPERATIONS_HOST', {}],
  ])('says once that %s is not an address of this machine', async (variable, ports) => {
    // Reserved for documentation, so no machine has it.
    const host = '192.0.2.1'
    const { code, said } = await refusal(directory(), { ...ports, [variable]: host })
    expect([code, said]).toEqual([1, [`bureau: ${variable} ${host} is not an address of this machine.`]])
  })

  test('refuses a data directory of a newer version', async () => {
    const dataDir = directory()
    writeFileSync(join(dataDir, 'version'), '{"format": 999, "version": "9.9.9"}')
    const { code, said } = await refusal(dataDir)
    expect([code, said]).toEqual([1, [expect.stringContaining('9.9.9')]])
  })

  test('refuses a DATABASE_URL that does not work, without its password', async () => {
    const { code, said } = await refusal(directory(), {
      DATABASE_URL: 'postgresql://me:s3cret@127.0.0.1:1/none',
    })
    expect([code, said.length]).toEqual([1, 1])
    expect(said[0]).toMatch(/127\.0\.0\.1/)
    expect(said[0]).not.toContain('s3cret')
  })

  test('refuses meaningless settings and roles, all at once', async () => {
    const wrong = await refusal(directory(), { BUREAU_FILES_PORT: 'x', BUREAU_LOG_LEVEL: 'loud' })
    expect(wrong.code).toBe(1)
    expect(wrong.said.join('\n')).toMatch(/BUREAU_FILES_PORT[^]*BUREAU_LOG_LEVEL/)
    const role = await refusal(directory(), {}, ['--roles', 'gateway,king'])
    expect(role.code).not.toBe(0)
    expect(role.said.join()).toContain('king')
  })

  const mountable = process.platform === 'linux' && process.getuid?.() === 0
  test.skipIf(!mountable)(
    'says in one line that the disk is full (skipped without the right to mount)',
    async () => {
      const dataDir = directory()
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dataDir])
      expect(mounted.status).toBe(0)
      try {
        const { code, said } = await refusal(dataDir)
        expect(code).toBe(1)
        expect(said).toEqual([expect.stringMatching(/full|no space/i)])
      } finally {
        spawnSync('umount', [dataDir])
      }
    },
  )

  test('speaks https on every origin when it has a certificate', async () => {
    const dataDir = directory()
    const [cert, key] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')]
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const files = ['-keyout', key, '-out', cert]
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names, ...files],
      {
        stdio: 'ignore',
      },
    )
    const server = await serve(dataDir, { BUREAU_TLS_CERT: cert, BUREAU_TLS_KEY: key })
    for (const url of Object.values(server.urls)) expect(url).toMatch(/^https:\/\/localhost:/)
    const out = execFileSync('curl', ['-s', '--cacert', cert, `${server.urls.gateway_url}/v1/files/health`])
    expect(JSON.parse(out.toString())).toMatchObject({ data: { ok: true } })
  })
})

describe('two processes on one database', () => {
  test('do not start without Redis', async () => {
    await using shared = await testDatabase({ migrated: false })
    const env = { DATABASE_URL: shared.connectionString }
    const first = directory()
    await serve(first, env)
    const { code, said } = await refusal(directory(), env)
    expect([code, said]).toEqual([1, [expect.stringContaining('REDIS_URL')]])
  })

  test.skipIf(redisMissing)('share limits and revocation over Redis (redis-server)', async () => {
    await using shared = await testDatabase({ migrated: false })
    const redis = await startRedis()
    const key32 = Buffer.alloc(32, 7).toString('base64')
    const blobs = directory()
    const env = {
      DATABASE_URL: shared.connectionString,
      REDIS_URL: redis.url,
      BUREAU_SECRET_KEY: key32,
      BUREAU_BLOBS: `file:${blobs}`,
    }
    const [one, two] = [directory(), directory()]
    const files = await serve(one, env, ['--roles', 'files,worker'])
    const apart = { BUREAU_FILES_URL: files.urls.files_origin_url, BUREAU_TRUSTED_PROXIES: 'loopback' }
    const gateway = await serve(two, { ...env, ...apart }, ['--roles', 'gateway'])
    const { id, key } = await newKey(one, 'files', '*')
    const headers = { authorization: `Bearer ${key}` }
    const remaining = async (url: string) => {
      const response = await fetch(url, { headers })
      return [response.status, response.headers.get('x-ratelimit-remaining-day')]
    }
    // The gateway relays to the other process; each request counts once.
    expect(await remaining(`${gateway.urls.gateway_url}/v1/files/me`)).toEqual([200, '49999'])
    expect(await remaining(`${files.urls.files_origin_url}/api/v1/me`)).toEqual([200, '49998'])
    // What a proxy tells the gateway about the client reaches the other process, where no one else may claim it.
    const confined = await newKey(one, 'files', '*', '--ips', '198.51.100.23')
    const behindProxy = { authorization: `Bearer ${confined.key}`, 'x-forwarded-for': '198.51.100.23' }
    const statusOf = async (url: string) => (await fetch(url, { headers: behindProxy })).status
    expect(await statusOf(`${gateway.urls.gateway_url}/v1/files/me`)).toBe(200)
    expect(await statusOf(`${files.urls.files_origin_url}/api/v1/me`)).toBe(403)
    await command(two, 'keys', 'revoke', `${id}`)
    expect((await remaining(`${files.urls.files_origin_url}/api/v1/me`))[0]).toBe(401)
    await redis.kill()
  })
})

describe('a 1 GiB upload', () => {
  test.skipIf(process.platform !== 'linux')(
    'takes less than 64 MiB of memory (skipped without /proc)',
    { timeout: 120_000 },
    async () => {
      const dataDir = directory()
      const server = await serve(dataDir)
      const { key } = await newKey(dataDir, 'files', '*')
      const piece = Buffer.alloc(1024 * 1024, 'x')
      const boundary = 'b'
      async function* form() {
        yield Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="g.bin"\r\n\r\n`,
        )
        for (let sent = 0; sent < 1024; sent++) yield piece
        yield Buffer.from(`\r\n--${boundary}--\r\n`)
      }
      const statusOf = (field: 'VmRSS' | 'VmHWM'): number => {
        const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
        return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
      }
      // Forgets the peak of the start.
      writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5')
      const before = statusOf('VmRSS')
      const response = await fetch(`${server.urls.gateway_url}/v1/files/files`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        body: form() as never,
        duplex: 'half',
      })
      expect(await response.json()).toMatchObject({ data: { size: 1024 ** 3 } })
      expect(statusOf('VmHWM') - before).toBeLessThan(64)
    },
  )
})
