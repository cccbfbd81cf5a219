import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/harness.ts'
import { systemRandom } from '../platform/random.ts'
import { gatewayTo, portOf } from './places.testing.ts'

describe('a gateway in front of a files service in another process', () => {
  let app: TestApp
  let relaying: FastifyInstance
  let key: string
  beforeAll(async () => {
    app = await testApp()
    await app.origin('files').listen({ host: '127.0.0.1', port: 0 })
    relaying = await gatewayTo(portOf(app.origin('files').server), { timeoutMs: 60_000 })
    key = (await (await app.tenant()).key('files')).key
  })
  afterAll(async () => {
    await relaying.close()
    await app.close()
  })

  const relayed = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${portOf(relaying.server)}/v1/files${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
    })

  test('answers as the gateway does that has the service in its own process', async () => {
    for (const [method, url] of [
      ['GET', '/files'],
      ['GET', '/files/zz'],
      ['GET', '/nothing'],
      ['PUT', '/files'],
      ['GET', '/files?limit=x'],
      ['GET', '/storage'],
      ['HEAD', '/me'],
    ] as const) {
      const there = await app.call('gateway', { method, url: `/v1/files${url}`, key })
      const here = await relayed(url, { method })
      expect([here.status, await here.text()], `${method} ${url}`).toEqual([there.status, there.text])
      for (const name of ['content-type', 'access-control-allow-origin', 'x-ratelimit-limit-minute']) {
        expect(here.headers.get(name), `${name} of ${url}`).toBe(there.headers[name])
      }
    }
  })

  test('streams an upload and its download, with ranges', async () => {
    const bytes = systemRandom.bytes(8 * 1024 * 1024)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), 'large.bin')
    const made = await relayed('/files', { method: 'POST', body: form })
    expect(made.status).toBe(201)
    const { id } = ((await made.json()) as { data: { id: string } }).data
    const whole = await relayed(`/files/${id}/content`)
    expect(bytes.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true)
    const part = await relayed(`/files/${id}/content`, { headers: { range: 'bytes=1000-1999' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${bytes.length}`])
    expect(bytes.subarray(1000, 2000).equals(Buffer.from(await part.arrayBuffer()))).toBe(true)
  })

  test('says bad_gateway in the files shape when the service cannot be reached', async () => {
    const lonely = await gatewayTo(1)
    const response = await fetch(`http://127.0.0.1:${portOf(lonely.server)}/v1/files/me`)
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: { code: 'bad_gateway', message: expect.any(String) as string } },
    ])
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    await lonely.close()
  })
})

describe('the relay', () => {
  let upstream: http.Server
  let handle: (request: IncomingMessage, response: ServerResponse) => void
  beforeAll(async () => {
    upstream = http.createServer((request, response) => handle(request, response))
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
  })
  afterAll(() => void upstream.close())

  test('gives up after its time: gateway_timeout before the answer began, a cut after', async () => {
    const gateway = await gatewayTo(portOf(upstream), { timeoutMs: 300 })
    const url = `http://127.0.0.1:${portOf(gateway.server)}/v1/files/x`
    handle = () => undefined
    const late = await fetch(url)
    expect([late.status, ((await late.json()) as { error: { code: string } }).error.code]).toEqual([
      504,
      'gateway_timeout',
    ])
    handle = (_request, response) => void response.write('begun')
    await expect(fetch(url).then((begun) => begun.text())).rejects.toThrow()
    await gateway.close()
    upstream.closeAllConnections()
  })

  test('ends the work behind when the client goes away, before and during the answer', async () => {
    const gateway = await gatewayTo(portOf(upstream))
    for (const begins of [false, true]) {
      const arrived = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<void>()
      handle = (_request, response) => {
        response.on('close', () => ended.resolve())
        if (begins) response.write('begun')
        arrived.resolve()
      }
      const socket = connect(portOf(gateway.server), '127.0.0.1')
      socket.write('GET /v1/files/x HTTP/1.1\r\nHost: x\r\n\r\n')
      await arrived.promise
      await delay(20)
      socket.destroy()
      await ended.promise
    }
    await gateway.close()
  })

  test('breaks off in front when the answer breaks off behind', async () => {
    const gateway = await gatewayTo(portOf(upstream))
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('only this')
      setTimeout(() => response.destroy(), 30)
    }
    const response = fetch(`http://127.0.0.1:${portOf(gateway.server)}/v1/files/x`)
    await expect(response.then((begun) => begun.text())).rejects.toThrow()
    await gateway.close()
  })

  test('names the client and keeps headers of one connection to itself', async () => {
    const gateway = await gatewayTo(portOf(upstream))
    const got = Promise.withResolvers<http.IncomingHttpHeaders>()
    handle = (request, response) => {
      got.resolve(request.headers)
      response.writeHead(200, { connection: 'x-private', 'x-private': '1', 'x-public': '2' }).end('{}')
    }
    const answer = await new Promise<IncomingMessage>((resolve) => {
      http.get(
        `http://127.0.0.1:${portOf(gateway.server)}/v1/files/x`,
        { headers: { connection: 'close, x-hop', 'x-hop': '1', 'x-forwarded-for': '9.9.9.9' } },
        resolve,
      )
    })
    const headers = await got.promise
    expect(headers['x-forwarded-for']).toBe('9.9.9.9, 127.0.0.1')
    expect(headers['x-hop']).toBeUndefined()
    expect([answer.headers['x-private'], answer.headers['x-public']]).toEqual([undefined, '2'])
    await gateway.close()
  })
})
