import http from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth, codeOf, json, mountedServer, type MountedServer } from './mount.testing.ts'

let server: MountedServer
beforeAll(async () => {
  server = await mountedServer()
})
afterAll(() => server.close())

describe('JSON bodies', () => {
  const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = json) =>
    server.call('/echo', { method: 'POST', body, headers })

  test.each([
    ['a broken object', '{"text":', 'bad_request'],
    ['trailing text', '{"text":"x"} y', 'bad_request'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'bad_request'],
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
      'application/json; profile=x; charset=utf-7',
      'application/jsonp',
      'application/json, text/plain',
      'text/plain; x=application/json',
      '; ;',
    ]) {
      expect([(await post('{"text":"x"}', { ...auth, 'content-type': type })).status, type]).toEqual([
        400,
        type,
      ])
    }
  })

  test('are JSON with any parameter of the type, in any case and spacing', async () => {
    for (const type of [
      'application/json; charset=UTF-8',
      'application/json; charset=utf-8; profile=x',
      'application/json;foo="bar"',
      'application/json; foo="b;a\\"r"; charset="utf-8"',
      'Application/JSON ;  Charset = "utf8" ; v=1',
      'APPLICATION/JSON\t;\tfoo=bar',
      'application/json;',
      'application/json;;odata',
      'application/json; foo="bar',
    ]) {
      expect([(await post('{"text":"x"}', { ...auth, 'content-type': type })).status, type]).toEqual([
        200,
        type,
      ])
    }
  })

  test('too large are refused, announced or not, and the connection lives', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(5000) })
    expect((await post(large)).status).toBe(413)
    const stream = Readable.toWeb(
      Readable.from([Buffer.from(large.slice(0, 3000)), Buffer.from(large.slice(3000))]),
    )
    const response = await server.call('/echo', {
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
          port: server.port,
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
    const socket = connect(server.port, '127.0.0.1')
    socket.write(
      'POST /v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\n' +
        'Content-Length: 900\r\n\r\n{"text":',
    )
    await delay(50)
    socket.destroy()
    /** Those of the test before, which count a little later, sent millions. */
    const cut = () =>
      server.observations.filter(({ status, bytes }) => status === 499 && bytes.received < 1000)
    await expect.poll(() => cut().map(({ endpoint }) => endpoint)).toEqual(['echo'])
  })
})

describe('bytes or a form', () => {
  const send = async (body: RequestInit['body'], headers: Record<string, string> = {}) => {
    const response = await server.call('/send', {
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
