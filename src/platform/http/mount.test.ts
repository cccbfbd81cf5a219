import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { sampleService } from '../../../test/sample-service.ts'
import { silentLog } from '../../../test/log.ts'
import type { Context } from '../context.ts'
import { systemRandom } from '../random.ts'
import { dataEnvelope } from './envelope.ts'
import { Refused } from './gate.ts'
import { mount } from './mount.ts'
import { createOrigin, type Observation } from './origin.ts'
import { mountedEndpoints, seen } from './mount.sample.ts'

const observations: Observation[] = []
let app: FastifyInstance
let port: number

const gate = {
  admit: ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
    headers['authorization'] === 'Bearer good'
      ? Promise.resolve({ keyId: 1 } as never)
      : Promise.reject(new Refused('missing_key')),
}

beforeAll(async () => {
  app = createOrigin({
    profile: {
      name: 'test',
      envelope: dataEnvelope,
      codes: { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' },
    },
    log: silentLog,
    random: systemRandom,
    trustedProxies: 0,
    observe: (observation) => observations.push(observation),
  })
  await mount(app, {
    prefix: '/v1',
    service: { ...sampleService, cors: true },
    endpoints: mountedEndpoints,
    gate,
    context: { log: silentLog, settings: { accel: undefined } } as unknown as Context,
    timeoutMs: 1500,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const auth = { authorization: 'Bearer good' }
const json = { ...auth, 'content-type': 'application/json' }
const call = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}/v1${path}`, { headers: auth, ...init })
const codeOf = async (response: Response) =>
  ((await response.json()) as { error?: { code?: string } }).error?.code

/** Sends bytes over a plain socket and answers with everything that comes back until the connection ends. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => undefined)
  socket.write(bytes)
  // Not events.once, which takes the reset of a refused connection for a failure.
  await new Promise((resolve) => socket.on('close', resolve))
  return Buffer.concat(chunks).toString()
}

describe('the one way of a request', () => {
  test('gives every answer a request id of its own', async () => {
    const responses = await Promise.all([
      call('/echo?n=1'),
      call('/echo?n=x'),
      call('/nothing'),
      call('/echo', { method: 'PUT' }),
      call('/echo', { headers: {} }),
      fetch(`http://127.0.0.1:${port}/elsewhere`),
      fetch(`http://127.0.0.1:${port}/v1/%zz`),
    ])
    const ids = responses.map((response) => response.headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(responses.length)
    for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{20}$/)
  })

  test('asks who calls before it reads the body', async () => {
    const [head = ''] = (
      await raw(
        'POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n' +
          'Expect: 100-continue\r\nConnection: close\r\n\r\n',
      )
    ).split('\r\n')
    expect(head).toBe('HTTP/1.1 401 Unauthorized')
  })

  test('welcomes a body that is wanted with 100 Continue', async () => {
    const answer = await raw(
      'POST /v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\n' +
        'Content-Length: 13\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n{"text":"hi"}',
    )
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/)
  })

  test('refuses bytes that are no HTTP in the envelope, with a request id', async () => {
    for (const bytes of [
      'GARBAGE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`,
    ]) {
      const answer = await raw(bytes)
      expect(answer).toMatch(/^HTTP\/1.1 4(00|31) /)
      expect(answer).toMatch(/x-request-id: req_/i)
      expect(answer).toContain('{"error":{"code":"bad_request"')
    }
  })

  test('answers an undeclared code, a broken result and a thrown error as a failure that tells only the request id', async () => {
    for (const kind of ['undeclared', 'result', 'throw']) {
      const response = await call(`/fail?kind=${kind}`)
      const body = (await response.json()) as { error: { code: string; message: string; details: object } }
      expect([response.status, body.error.code], kind).toEqual([500, 'failed'])
      expect(body.error.details).toEqual({ request_id: response.headers.get('x-request-id') })
      expect(JSON.stringify(body)).not.toContain('secret')
    }
  })

  test('refuses at the time limit, and cuts an answer that runs', async () => {
    const response = await call('/slow')
    expect([response.status, await codeOf(response)]).toEqual([504, 'timed_out'])
    await expect(call('/endless').then((begun) => begun.arrayBuffer())).rejects.toThrow()
  })

  test('tells the handler that the client went away, and notes the request as aborted', async () => {
    const going = new AbortController()
    const request = call('/wait', { signal: going.signal }).catch(() => undefined)
    await seen.waiting
    going.abort()
    await request
    expect(await seen.aborted).toBe(true)
    await expect
      .poll(() => observations.some(({ endpoint, status }) => endpoint === 'wait' && status === 499))
      .toBe(true)
  })
})

describe('methods', () => {
  test('HEAD answers like GET without the body', async () => {
    const [get, head] = [await call('/echo?n=1'), await call('/echo?n=1', { method: 'HEAD' })]
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    expect(await head.text()).toBe('')
  })

  test('that a path does not have are 405 after the key was looked at', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect([(await call('/echo', { method })).status, method]).toEqual([405, method])
      expect([(await call('/echo', { method, headers: {} })).status, method]).toEqual([401, method])
    }
  })

  test('OPTIONS needs no key and names the methods of the path', async () => {
    const response = await call('/echo', { method: 'OPTIONS', headers: {} })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST')
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('any origin may read refusals too', async () => {
    for (const response of [
      await call('/echo', { headers: {} }),
      await call('/nothing'),
      await call('/echo?n=x'),
    ]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('JSON bodies', () => {
  const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = json) =>
    call('/echo', { method: 'POST', body, headers })

  test.each([
    ['a broken object', '{"text":', 'bad_request'],
    ['trailing text', '{"text":"x"} y', 'bad_request'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'bad_request'],
    ['a list', '[]', 'bad_request'],
    ['null', 'null', 'bad_request'],
    ['deep nesting', '['.repeat(1000), 'bad_request'],
    ['a wrong type', '{"text":5}', 'invalid_title'],
    ['NUL in a string', '{"text":"a\\u0000b"}', 'invalid_title'],
    ['half of a surrogate pair', '{"text":"\\ud800"}', 'invalid_title'],
    ['nothing', '', 'invalid_title'],
  ])('%s is refused', async (_what, body, expected) => {
    const response = await post(body)
    expect([response.status, await codeOf(response)]).toEqual([400, expected])
  })

  test('take the last of a key that is there twice, and no prototype', async () => {
    const response = await post('{"text":"first","text":"last","__proto__":{"text":"x"},"unknown":1}')
    expect(await response.json()).toEqual({ data: { text: 'last' } })
  })

  test('must say that they are JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-7',
      '; ;',
    ]) {
      expect([(await post('{"text":"x"}', { ...auth, 'content-type': type })).status, type]).toEqual([
        400,
        type,
      ])
    }
    expect(
      (await post('{"text":"x"}', { ...auth, 'content-type': 'application/json; charset=UTF-8' })).status,
    ).toBe(200)
  })

  test('too large are refused, announced or not, and the connection lives', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(5000) })
    expect((await post(large)).status).toBe(413)
    const stream = Readable.toWeb(
      Readable.from([Buffer.from(large.slice(0, 3000)), Buffer.from(large.slice(3000))]),
    )
    const response = await call('/echo', {
      method: 'POST',
      headers: json,
      body: stream as never,
      duplex: 'half',
    } as never)
    expect(response.status).toBe(413)
    expect((await post('{"text":"x"}')).status).toBe(200)
  })

  test('too large of one who closes the connection afterwards still get the whole answer', async () => {
    for (let round = 0; round < 20; round++) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { ...json, 'content-length': 6_000_000, connection: 'close' }
        const request = http.request({
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/v1/echo',
          headers,
          agent: false,
        })
        request.on('response', (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        request.on('error', reject)
        request.end(Buffer.alloc(6_000_000, 'x'))
      })
      expect(status).toBe(413)
    }
  })

  test('cut off by the client leave nothing behind', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\n' +
        'Content-Length: 900\r\n\r\n{"text":',
    )
    await delay(50)
    socket.destroy()
    await expect
      .poll(() => observations.filter(({ endpoint, status }) => endpoint === 'echo' && status === 499).length)
      .toBe(1)
  })
})

describe('bytes or a form', () => {
  const send = async (body: RequestInit['body'], headers: Record<string, string> = {}) => {
    const response = await call('/send', {
      method: 'POST',
      body: body ?? null,
      headers: { ...auth, ...headers },
    })
    const answer = (await response.json()) as { data?: unknown; error?: { code: string } }
    return [response.status, answer.data ?? answer.error?.code]
  }
  const formWith = (name: string, bytes: string, title?: string) => {
    const form = new FormData()
    form.set(name, new Blob([bytes]), 'blob')
    if (title !== undefined) form.set('title', title)
    return form
  }

  test('are the same to the handler, which learns the length of raw bytes', async () => {
    const raw = { bytes: 'thing', title: null, told: 5, more: false }
    expect(await send('thing')).toEqual([201, raw])
    expect(await send('thing', { 'content-type': 'application/json' })).toEqual([201, raw])
    expect(await send(formWith('thing', 'thing', 'a title'))).toEqual([
      201,
      { bytes: 'thing', title: 'a title', told: null, more: true },
    ])
  })

  test('are refused as the form declares when they are a broken one', async () => {
    expect(await send(formWith('other', 'thing'))).toEqual([400, 'bad_request'])
    expect(await send(formWith('thing', 'x'.repeat(101)))).toEqual([413, 'too_large'])
    expect(await send('--', { 'content-type': 'multipart/form-data' })).toEqual([400, 'bad_request'])
  })

  test('are answered with the other status when the handler says so', async () => {
    expect((await send('known'))[0]).toBe(200)
  })
})

describe('parameters', () => {
  test('unknown ones are ignored, repeated ones are refused', async () => {
    expect((await call('/echo?n=1&other=x')).status).toBe(200)
    expect((await call('/echo?n=1&n=2')).status).toBe(400)
  })

  test('ids out of range are as unknown as any other', async () => {
    for (const id of ['0', '-1', '1.5', 'abc', '99999999999999999999', '%00', 'a'.repeat(600)]) {
      expect([(await call(`/echo/${id}`)).status, id]).toEqual([404, id])
    }
    expect((await call('/echo/9007199254740991')).status).toBe(200)
  })
})

describe('downloads', () => {
  test('serve the whole, a range, and conditions', async () => {
    const whole = await call('/bytes')
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="r?sum?.txt"; filename*=UTF-8''r%C3%A9sum%C3%A9.txt`,
    )
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    const part = await call('/bytes', { headers: { ...auth, range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ])
    const same = await call('/bytes', { headers: { ...auth, 'if-none-match': '"ten"' } })
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', '"ten"'])
    const beyond = await call('/bytes', { headers: { ...auth, range: 'bytes=10-' } })
    expect([beyond.status, beyond.headers.get('content-range'), await codeOf(beyond)]).toEqual([
      416,
      'bytes */10',
      'bad_range',
    ])
    const stale = await call('/bytes', { headers: { ...auth, range: 'bytes=2-4', 'if-range': '"old"' } })
    expect(stale.status).toBe(200)
    const head = await call('/bytes', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  })

  test('that break in the middle end the connection instead of looking complete', async () => {
    await expect(call('/broken-bytes').then((begun) => begun.arrayBuffer())).rejects.toThrow()
  })
})
