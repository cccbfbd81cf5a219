import { METHODS } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth, codeOf, mountedServer, type MountedServer } from './mount.testing.ts'
import { seen } from './mount.sample.ts'

let server: MountedServer
beforeAll(async () => {
  server = await mountedServer()
})
afterAll(() => server.close())

describe('the one way of a request', () => {
  test('gives every answer a request id of its own', async () => {
    const responses = await Promise.all([
      server.call('/echo?n=1'),
      server.call('/echo?n=x'),
      server.call('/nothing'),
      server.call('/echo', { method: 'PUT' }),
      server.call('/echo', { headers: {} }),
      fetch(`http://127.0.0.1:${server.port}/elsewhere`),
      fetch(`http://127.0.0.1:${server.port}/v1/%zz`),
    ])
    const ids = responses.map((response) => response.headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(responses.length)
    for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{20}$/)
  })

  test('asks who calls before it reads the body', async () => {
    const [head = ''] = (
      await server.raw(
        'POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n' +
          'Expect: 100-continue\r\nConnection: close\r\n\r\n',
      )
    ).split('\r\n')
    expect(head).toBe('HTTP/1.1 401 Unauthorized')
  })

  test('welcomes a body that is wanted with 100 Continue', async () => {
    const answer = await server.raw(
      'POST /v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\n' +
        'Content-Length: 13\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n{"text":"hi"}',
    )
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/)
  })

  test.each([
    ['without Host', 'GET /v1/echo HTTP/1.1\r\n\r\n', 400],
    ['with an unknown Expect', 'POST /v1/echo HTTP/1.1\r\nHost: x\r\nExpect: gold\r\n\r\n', 417],
  ])('refuses a head %s in the envelope, with a request id', async (_, bytes, status) => {
    const answer = await server.raw(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/x-request-id: req_/i)
    expect(answer).toContain('{"error":{"code":"bad_request"')
  })

  test('refuses bytes that are not HTTP in the envelope, with a request id', async () => {
    for (const bytes of [
      'GARBAGE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`,
    ]) {
      const answer = await server.raw(bytes)
      expect(answer).toMatch(/^HTTP\/1.1 4(00|31) /)
      expect(answer).toMatch(/x-request-id: req_/i)
      expect(answer).toContain('{"error":{"code":"bad_request"')
    }
  })

  test('answers an undeclared code, a broken result and a thrown error as a failure that tells only the request id', async () => {
    for (const kind of ['undeclared', 'result', 'throw']) {
      const response = await server.call(`/fail?kind=${kind}`)
      const body = (await response.json()) as { error: { code: string; message: string; details: object } }
      expect([response.status, body.error.code], kind).toEqual([500, 'failed'])
      expect(body.error.details).toEqual({ request_id: response.headers.get('x-request-id') })
      expect(JSON.stringify(body)).not.toContain('secret')
    }
  })

  test('refuses at the time limit, and cuts an answer that runs', async () => {
    const response = await server.call('/slow')
    expect([response.status, await codeOf(response)]).toEqual([504, 'timed_out'])
    await expect(server.call('/endless').then((begun) => begun.arrayBuffer())).rejects.toThrow()
  })

  test('tells the handler that the client went away, and notes the request as aborted', async () => {
    const going = new AbortController()
    const request = server.call('/wait', { signal: going.signal }).catch(() => undefined)
    await seen.waiting
    going.abort()
    await request
    expect(await seen.aborted).toBe(true)
    await expect
      .poll(() => server.observations.some(({ endpoint, status }) => endpoint === 'wait' && status === 499))
      .toBe(true)
  })
})

describe('methods', () => {
  test('HEAD answers like GET without the body', async () => {
    const [get, head] = [await server.call('/echo?n=1'), await server.call('/echo?n=1', { method: 'HEAD' })]
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    expect(await head.text()).toBe('')
  })

  test('that a path does not have are 405 and say which it has, for every method that HTTP knows', async () => {
    for (const method of METHODS.filter(
      (each) => !['GET', 'HEAD', 'POST', 'OPTIONS', 'CONNECT'].includes(each),
    )) {
      const answer = await server.raw(
        `${method} /v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nConnection: close\r\n\r\n`,
      )
      expect(answer, method).toMatch(/^HTTP\/1.1 405 /)
      expect(answer, method).toMatch(/^allow: GET, HEAD, POST, OPTIONS\r$/im)
    }
  })

  test('that a path does not have are 405 after the key was looked at', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect([(await server.call('/echo', { method })).status, method]).toEqual([405, method])
      expect([(await server.call('/echo', { method, headers: {} })).status, method]).toEqual([401, method])
    }
  })

  test('OPTIONS needs no key and names the methods of the path', async () => {
    const response = await server.call('/echo', { method: 'OPTIONS', headers: {} })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST')
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('any origin may read refusals too', async () => {
    for (const response of [
      await server.call('/echo', { headers: {} }),
      await server.call('/nothing'),
      await server.call('/echo?n=x'),
    ]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})
describe('parameters', () => {
  test('unknown ones are ignored, repeated ones are refused', async () => {
    expect((await server.call('/echo?n=1&other=x')).status).toBe(200)
    expect((await server.call('/echo?n=1&n=2')).status).toBe(400)
  })

  test('ids out of range are as unknown as any other', async () => {
    for (const id of [
      '0',
      '-1',
      '1.5',
      'abc',
      '99999999999999999999',
      '%00',
      'a'.repeat(600),
      '%zz',
      '%ff',
      '%',
    ]) {
      expect([(await server.call(`/echo/${id}`)).status, id]).toEqual([404, id])
    }
    expect((await server.call('/echo/9007199254740991')).status).toBe(200)
  })
})

describe('downloads', () => {
  test('serve the whole, a range, and conditions', async () => {
    const whole = await server.call('/bytes')
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="r?sum?.txt"; filename*=UTF-8''r%C3%A9sum%C3%A9.txt`,
    )
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    const part = await server.call('/bytes', { headers: { ...auth, range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ])
    const same = await server.call('/bytes', { headers: { ...auth, 'if-none-match': '"ten"' } })
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', '"ten"'])
    const beyond = await server.call('/bytes', { headers: { ...auth, range: 'bytes=10-' } })
    expect([beyond.status, beyond.headers.get('content-range'), await codeOf(beyond)]).toEqual([
      416,
      'bytes */10',
      'bad_range',
    ])
    const other = await server.call('/bytes', {
      headers: { ...auth, 'if-match': '"old"', range: 'bytes=2-4' },
    })
    expect([other.status, await codeOf(other)]).toEqual([412, 'other_version'])
    const stale = await server.call('/bytes', {
      headers: { ...auth, range: 'bytes=2-4', 'if-range': '"old"' },
    })
    expect(stale.status).toBe(200)
    const head = await server.call('/bytes', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  })

  test('that break in the middle end the connection instead of looking complete', async () => {
    await expect(server.call('/broken-bytes').then((begun) => begun.arrayBuffer())).rejects.toThrow()
  })
})
