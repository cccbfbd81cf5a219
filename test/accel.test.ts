import { once } from 'node:events'
import { request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Peer } from '../bench/peers/peer.ts'
import { systemRandom } from '../src/platform/random.ts'
import { sampleZip } from '../src/platform/zip/read/samples.testing.ts'
import { freePort } from './free-port.ts'
import { documentedConfiguration, nginx, startNginx } from './nginx.ts'
import { command, startServer, type Server } from './server.ts'

const bytes = systemRandom.bytes(3_000_000)

interface Asked {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

async function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Asked> {
  const [answer] = (await once(send(url, { method, headers }).end(), 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

/** What differs from one request to the next, from either server. */
const passing = new Set([
  'date',
  'x-request-id',
  'x-ratelimit-remaining-minute',
  'x-ratelimit-reset-seconds',
  'x-ratelimit-remaining-day',
])
const lasting = ({ headers }: Asked): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, passing.has(name) ? typeof value : value]),
  )

describe.skipIf(nginx === undefined)('with nginx-light', () => {
  let directory: string
  let server: Server
  let proxy: Peer
  let key: string
  let id: string

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bureau-accel-'))
    const dataDir = join(directory, 'data')
    server = await startServer({ dataDir, env: { BUREAU_ACCEL: '/bureau-blobs' } })
    proxy = await startProxy(dataDir)
    const person = ['--email', 'a@example.com', '--first-name', 'A', '--last-name', 'Ccel']
    const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
    const owned = ['--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
    const wanted = ['--service', 'files', '--scopes', '*']
    key = (await command<{ key: string }>(dataDir, 'keys', 'create', ...wanted, ...owned)).key
    id = await upload(bytes, 'übung.bin')
  })
  afterAll(async () => {
    await (proxy as Peer | undefined)?.stop()
    await (server as Server | undefined)?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  async function startProxy(dataDir: string): Promise<Peer> {
    const port = await freePort()
    const servers = documentedConfiguration('nginx.md', {
      '127.0.0.1:8080': new URL(server.urls.gateway_url).host,
      '127.0.0.1:8081': new URL(server.urls.files_origin_url).host,
      '127.0.0.1:8082': new URL(server.urls.sms_base_url).host,
      '127.0.0.1:8083': new URL(server.urls.phones_url).host,
      'listen 80;': `listen 127.0.0.1:${await freePort()};`,
      'listen 443 ssl;': `listen 127.0.0.1:${port};`,
      'ssl_certificate /etc/ssl/bureau.pem;': '',
      'ssl_certificate_key /etc/ssl/private/bureau.key;': '',
      '/var/log/nginx/': join(directory, '/'),
      '/var/lib/bureau/blobs/': join(dataDir, 'blobs/'),
    })
    return startNginx({ directory, port, servers })
  }

  const authorized = () => ({ authorization: `Bearer ${key}` })

  /** Through nginx, by the name of an origin. */
  const through = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(proxy.url + path, { host: 'files.example.com', ...headers }, method)
  const content = (headers: Record<string, string> = {}, method = 'GET') =>
    through(`/api/v1/files/${id}/content`, { ...authorized(), ...headers }, method)

  async function post<Data>(path: string, body?: FormData | object): Promise<Data> {
    const json = body && !(body instanceof FormData)
    const response = await fetch(`${proxy.url}/api/v1${path}`, {
      method: 'POST',
      headers: { ...authorized(), ...(json && { 'content-type': 'application/json' }) },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    expect([path, response.status]).toEqual([path, 201])
    return ((await response.json()) as { data: Data }).data
  }

  async function upload(file: Buffer, name: string): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(file)]), name)
    return (await post<{ id: string }>('/files', form)).id
  }

  test('every origin is reached by its name', async () => {
    const origins = {
      api: 'gateway_url',
      files: 'files_origin_url',
      sms: 'sms_base_url',
      phones: 'phones_url',
    }
    for (const [name, url] of Object.entries(origins)) {
      const answer = await through('/', { host: `${name}.example.com` })
      const own = await ask(server.urls[url as keyof typeof server.urls])
      expect([name, answer.status, answer.headers.location]).toEqual([name, own.status, own.headers.location])
      expect([name, answer.body]).toEqual([name, own.body])
    }
  })

  test('Bureau compresses answers, and nginx does not touch what is never compressed: pages with a form', async () => {
    const coding = { 'accept-encoding': 'gzip, br' }
    const document = await through('/openapi.json', { host: 'sms.example.com', ...coding })
    expect([document.status, document.headers['content-encoding']]).toEqual([200, 'br'])
    const page = await through('/login', coding)
    expect([page.status, page.headers['content-encoding']]).toEqual([200, undefined])
    expect(page.body.toString()).toContain('<form')
  })

  test('Bureau itself answers with the place of the bytes and none of them', async () => {
    for (const url of [
      `${server.urls.files_origin_url}/api/v1/files/${id}/content`,
      `${server.urls.gateway_url}/v1/files/files/${id}/content`,
    ]) {
      const answer = await ask(url, { ...authorized(), range: 'bytes=0-9' })
      expect([answer.status, answer.body.length]).toEqual([200, 0])
      const place = answer.headers['x-accel-redirect']
      expect(place).toMatch(/^\/bureau-blobs\/objects\/[0-9a-f]{2}\/[0-9a-f]\/[0-9A-Za-z]{32}$/)
    }
  })

  test('a download through nginx has the bytes and every header of one that Bureau sends', async () => {
    const accelerated = await content()
    expect([accelerated.status, accelerated.body.equals(bytes)]).toEqual([200, true])
    // Under this condition Bureau sends the bytes itself.
    const own = await content({ 'if-match': '*' })
    expect([own.status, own.body.equals(bytes)]).toEqual([200, true])
    expect(lasting(accelerated)).toEqual(lasting(own))
    const head = await content({}, 'HEAD')
    expect([head.status, head.body.length, lasting(head)]).toEqual([200, 0, lasting(own)])
    const gateway = await through(`/v1/files/files/${id}/content`, {
      host: 'api.example.com',
      ...authorized(),
    })
    expect(gateway.body.equals(bytes)).toBe(true)
    expect(lasting(gateway)).toEqual(lasting(own))
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=1000-1999', 1000, 1999],
    ['bytes=2999990-', 2_999_990, 2_999_999],
    ['bytes=-7', 2_999_993, 2_999_999],
    ['bytes=2999999-9999999', 2_999_999, 2_999_999],
  ])('%s is cut out as Bureau would', async (range, start, end) => {
    const [accelerated, own] = [await content({ range }), await content({ range, 'if-match': '*' })]
    for (const answer of [accelerated, own]) {
      expect([answer.status, answer.headers['content-range']]).toEqual([
        206,
        `bytes ${start}-${end}/${bytes.length}`,
      ])
      expect(answer.body.equals(bytes.subarray(start, end + 1))).toBe(true)
    }
    // nginx does not repeat Accept-Ranges in a partial answer.
    const { 'accept-ranges': _unit, ...expected } = lasting(own)
    expect(lasting(accelerated)).toEqual(expected)
  })

  test('If-Range works with the tag and the date of Bureau, and with no other', async () => {
    const { headers } = await content()
    const modified = String(headers['last-modified'])
    const before = new Date(Date.parse(modified) - 1000).toUTCString()
    for (const [ifRange, status] of [
      [String(headers.etag), 206],
      ['"other"', 200],
      [modified, 206],
      [before, 200],
    ] as const) {
      const answer = await content({ range: 'bytes=5-9', 'if-range': ifRange })
      const expected = status === 206 ? bytes.subarray(5, 10) : bytes
      expect([ifRange, answer.status, answer.body.equals(expected)]).toEqual([ifRange, status, true])
    }
  })

  test('Bureau answers 304, 412 and 416; several ranges and other units return the whole file', async () => {
    const { headers } = await content()
    for (const condition of [
      { 'if-none-match': String(headers.etag) },
      { 'if-none-match': '*' },
      { 'if-modified-since': String(headers['last-modified']) },
    ]) {
      const answer = await content(condition)
      expect([answer.status, answer.headers.etag, answer.body.length]).toEqual([304, headers.etag, 0])
    }
    const beyond = await content({ range: 'bytes=3000000-' })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */3000000'])
    expect(JSON.parse(beyond.body.toString())).toMatchObject({ error: { code: 'range_not_satisfiable' } })
    for (const condition of [
      { 'if-match': '"other"', range: 'bytes=5-9' },
      { 'if-unmodified-since': new Date(0).toUTCString() },
    ]) {
      const other = await content(condition)
      expect([condition, other.status]).toEqual([condition, 412])
      expect(JSON.parse(other.body.toString())).toMatchObject({ error: { code: 'precondition_failed' } })
    }
    const same = await content({ 'if-match': String(headers.etag), range: 'bytes=5-9' })
    expect([same.status, same.body.equals(bytes.subarray(5, 10))]).toEqual([206, true])
    for (const other of [
      { range: 'bytes=0-1,5-6' },
      { range: 'pages=1-2' },
      { 'if-none-match': '"other"' },
      { 'if-modified-since': new Date(0).toUTCString() },
    ]) {
      const answer = await content(other)
      expect([other, answer.status, answer.body.equals(bytes)]).toEqual([other, 200, true])
    }
  })

  test('a share link is downloaded through nginx too, with its own headers', async () => {
    await post('/shares', { file_id: id })
    const accelerated = await through(`/sl/${id}/download`)
    const own = await through(`/sl/${id}/download`, { 'if-match': '*' })
    expect([accelerated.status, accelerated.body.equals(bytes)]).toEqual([200, true])
    expect(lasting(accelerated)).toEqual(lasting(own))
    const direct = await ask(`${server.urls.files_origin_url}/sl/${id}/download`)
    expect([direct.headers['x-accel-redirect'] !== undefined, direct.body.length]).toEqual([true, 0])
  })

  test('Bureau sends a file that shares a pack with others', async () => {
    const archive = await upload(
      sampleZip([
        { name: 'a.txt', bytes: 'one' },
        { name: 'b.txt', bytes: 'two' },
      ]),
      'a.zip',
    )
    const folder = await post<{ id: string }>(`/files/${archive}/unzip`)
    const listed = await through(`/api/v1/folders/${folder.id}/children`, authorized())
    const { data } = JSON.parse(listed.body.toString()) as { data: { id: string }[] }
    const texts = await Promise.all(
      data.map(async (file) =>
        (await through(`/api/v1/files/${file.id}/content`, authorized())).body.toString(),
      ),
    )
    expect(texts).toEqual(['one', 'two'])
    const direct = await ask(
      `${server.urls.files_origin_url}/api/v1/files/${data[0]?.id}/content`,
      authorized(),
    )
    expect([direct.headers['x-accel-redirect'], direct.body.toString()]).toEqual([undefined, 'one'])
  })

  test('an empty file is empty', async () => {
    const empty = await upload(Buffer.alloc(0), 'empty.bin')
    const answer = await through(`/api/v1/files/${empty}/content`, authorized())
    expect([answer.status, answer.headers['content-length']]).toEqual([200, '0'])
  })

  test('clients cannot reach the location directly, and refusals go through', async () => {
    const direct = await ask(`${server.urls.files_origin_url}/api/v1/files/${id}/content`, authorized())
    expect((await through(String(direct.headers['x-accel-redirect']))).status).toBe(404)
    expect((await content({ authorization: 'Bearer nonsense' })).status).toBe(401)
  })
})
