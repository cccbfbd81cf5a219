import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redisMissing, startRedis } from '../src/platform/limits/redis-server.testing.ts'
import { testDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { documentedConfiguration, nginx, startNginx } from './nginx.ts'
import { isInstalled } from './programs.ts'
import { command, startServer, type Server } from './server.ts'

const origins = ['gateway', 'files', 'sms', 'phones'] as const
const names = { gateway: 'api', files: 'files', sms: 'sms', phones: 'phones' }
const directory = mkdtempSync(join(tmpdir(), 'bureau-nginx-'))
const at = (name: string) => join(directory, name)
const closing: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })]
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

interface Asked {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function answerTo(request: http.ClientRequest, body?: string): Promise<Asked> {
  const [answer] = (await once(request.end(body), 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

/** An authority of this test with a certificate for the names of the documentation. */
function makeCertificate(): void {
  const domains = Object.values(names).map((name) => `DNS:${name}.example.com`)
  const alternatives = `subjectAltName=IP:127.0.0.1,${domains.join(',')}`
  const subject = ['-subj', '/CN=bureau', '-addext', alternatives]
  const files = ['-keyout', at('bureau.key'), '-out', at('bureau.pem')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject],
    {
      stdio: 'ignore',
    },
  )
}

const isRunning = ({ child }: Server): boolean => child.exitCode === null && child.signalCode === null

const isReady = nginx !== undefined && !redisMissing && isInstalled('openssl')

describe.skipIf(!isReady)(
  'roles in processes of their own behind nginx-light (openssl, redis-server)',
  () => {
    const servers = new Map<string, Server>()
    let [plainPort, tlsPort] = [0, 0]
    let person: { readonly id: number; readonly workspace_id: number }

    beforeAll(async () => {
      makeCertificate()
      const shared = await testDatabase()
      closing.push(shared.close)
      const redis = await startRedis()
      closing.push(redis.kill)
      plainPort = await freePort()
      tlsPort = await freePort()
      const ports = {
        gateway: await freePort(),
        files: await freePort(),
        sms: await freePort(),
        phones: await freePort(),
      }
      const env = {
        DATABASE_URL: shared.connectionString,
        REDIS_URL: redis.url,
        BUREAU_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        BUREAU_BLOBS: `file:${at('blobs')}`,
        BUREAU_ACCEL: '/bureau-blobs',
        BUREAU_TRUSTED_PROXIES: 'loopback',
        BUREAU_FILES_UPSTREAM: `http://127.0.0.1:${ports.files}`,
        NODE_EXTRA_CA_CERTS: at('bureau.pem'),
        ...Object.fromEntries(
          origins.flatMap((origin) => [
            [`BUREAU_${origin.toUpperCase()}_PORT`, `${ports[origin]}`],
            [`BUREAU_${origin.toUpperCase()}_URL`, `https://${names[origin]}.example.com`],
          ]),
        ),
      }
      const start = async (name: string, role: string, changed: Readonly<Record<string, string>> = {}) => {
        const server = await startServer({
          dataDir: at(name),
          env: { ...env, ...changed },
          args: ['--roles', role],
        })
        servers.set(name, server)
        closing.push(() => (isRunning(server) ? server.kill() : undefined))
      }
      await Promise.all([
        ...[...origins, 'worker'].map((role) => start(role, role)),
        // Its requests come through nginx, which chooses the origin by the name that they ask for.
        start('second', 'gateway', {
          BUREAU_GATEWAY_PORT: '0',
          BUREAU_GATEWAY_URL: '',
          BUREAU_FILES_UPSTREAM: `https://127.0.0.1:${tlsPort}`,
        }),
      ])
      const proxy = await startNginx({
        directory,
        port: tlsPort,
        servers: documentedConfiguration('nginx.md', {
          '127.0.0.1:8080': `127.0.0.1:${ports.gateway}`,
          '127.0.0.1:8081': `127.0.0.1:${ports.files}`,
          '127.0.0.1:8082': `127.0.0.1:${ports.sms}`,
          '127.0.0.1:8083': `127.0.0.1:${ports.phones}`,
          'listen 80;': `listen 127.0.0.1:${plainPort};`,
          'listen 443 ssl;': `listen 127.0.0.1:${tlsPort} ssl;`,
          '/etc/ssl/private/bureau.key': at('bureau.key'),
          '/etc/ssl/bureau.pem': at('bureau.pem'),
          '/var/log/nginx/': at('/'),
          '/var/lib/bureau/blobs/': at('blobs/'),
        }),
      })
      closing.push(proxy.stop)
      const words = ['--email', 'n@example.com', '--first-name', 'N', '--last-name', 'Ginx']
      person = await command(at('files'), 'users', 'create', ...words)
    }, 120_000)

    /** Over https, by the name of an origin. */
    function through(
      origin: (typeof origins)[number],
      path: string,
      {
        method = 'GET',
        headers = {},
        body,
      }: { method?: string; headers?: IncomingHttpHeaders; body?: string } = {},
    ): Promise<Asked> {
      const host = `${names[origin]}.example.com`
      const ca = readFileSync(at('bureau.pem'))
      return answerTo(
        https.request({
          port: tlsPort,
          host: '127.0.0.1',
          servername: host,
          ca,
          method,
          path,
          headers: { ...headers, host },
        }),
        body,
      )
    }

    const keyOf = async (
      service: string,
      scopes: string,
      workspaceId: number,
    ): Promise<IncomingHttpHeaders> => {
      const owned = ['--user', `${person.id}`, '--workspace', `${workspaceId}`]
      const wanted = ['--service', service, '--scopes', scopes]
      const { key } = await command<{ key: string }>(at('files'), 'keys', 'create', ...wanted, ...owned)
      return { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    }

    test('the gateway reaches the files role, at its upstream address and through nginx', async () => {
      const headers = await keyOf('files', '*', person.workspace_id)
      const second = new URL(servers.get('second')?.urls.gateway_url ?? '')
      const [own, direct, throughNginx] = await Promise.all([
        through('files', '/api/v1/storage', { headers }),
        through('gateway', '/v1/files/storage', { headers }),
        answerTo(http.request({ port: second.port, path: '/v1/files/storage', headers })),
      ])
      expect(own).toMatchObject({ status: 200, body: expect.stringContaining('"data"') })
      for (const relayed of [direct, throughNginx])
        expect([relayed.status, relayed.body]).toEqual([200, own.body])
    })

    test('every other origin answers by its name', async () => {
      expect((await through('sms', '/api/v1/messages')).status).toBe(401)
      expect((await through('phones', '/api/mobile/v1/message')).status).toBe(401)
      expect((await through('gateway', '/v1/iam/members')).status).toBe(401)
      expect((await through('files', '/login')).status).toBe(200)
    })

    test('links in mails have the public name, and http leads to https', async () => {
      const organization = ['workspaces', 'create', '--owner', `${person.id}`, '--name', 'Nginx']
      const { id } = await command<{ id: number }>(at('files'), ...organization)
      const body = JSON.stringify({ email: 'invited@example.com' })
      const asked = { method: 'POST', headers: await keyOf('iam', 'iam:write', id), body }
      expect(await through('gateway', '/v1/iam/members', asked)).toMatchObject({ status: 201 })
      const { mails } = await command<{ mails: { links: string[] }[] }>(at('files'), 'mail', 'list')
      const link = mails[0]?.links[0] ?? ''
      expect(link).toMatch(/^https:\/\/files\.example\.com\/invitation\/\w+$/)
      const { pathname: path, host } = new URL(link)
      const plain = await answerTo(http.request({ port: plainPort, path, headers: { host } }))
      expect([plain.status, plain.headers.location]).toEqual([308, link])
      expect((await through('files', path)).status).toBe(200)
    })

    test('no log has a path or a referrer, also of requests that fail', async () => {
      const secret = 'Secret0123456789'
      const paths = [`/welcome/${secret}`, `/sl/${secret}`, `/join/${secret}?code=${secret}`, `/%zz${secret}`]
      const referer = `https://files.example.com/reset/${secret}`
      await servers.get('sms')?.kill()
      for (const path of paths) {
        for (const origin of origins) await through(origin, path, { headers: { referer } })
        await answerTo(
          http.request({ port: plainPort, path, headers: { host: 'files.example.com', referer } }),
        )
      }
      expect((await through('sms', `/${secret}`)).status).toBe(502)
      const logs = readdirSync(directory).filter(
        (name) => name.endsWith('.log') && statSync(at(name)).isFile(),
      )
      expect(logs).toContain('bureau.log')
      for (const name of logs) expect([name, readFileSync(at(name), 'utf8')]).not.toContain(secret)
      const lines = readFileSync(at('bureau.log'), 'utf8')
      expect(lines).not.toContain(secret)
      expect(lines).toMatch(/GET files\.example\.com 404 .* req_\w+$/m)
      expect(lines).toMatch(/GET sms\.example\.com 502 /)
    })
  },
)
