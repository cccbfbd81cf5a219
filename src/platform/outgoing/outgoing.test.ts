import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { listenHere, makeCertificate, plainHost, secureHost, tableResolver } from './hosts.testing.ts'
import { stalledHost } from './stalled-host.testing.ts'
import { certificate, failureOf, hello, here, open, post } from './outgoing.testing.ts'

describe('a request', () => {
  test('brings method, path, headers and body to the host, and the answer back', async () => {
    const seen: unknown[] = []
    await using host = await secureHost(certificate, (request, response) => {
      const { method, url, headers } = request
      void buffer(request).then((body) => {
        seen.push({ method, url, headers, body: body.toString() })
        response.writeHead(201, { 'X-Told': 'yes' }).end('thank you')
      })
    })
    const url = `https://hooks.test:${host.port}/in?a=b#c`
    const outcome = await open().request(post(url, { headers: { 'X-Mine': '1' }, body: '{"ü":1}' }))
    expect(outcome).toMatchObject({
      answered: true,
      status: 201,
      headers: { 'x-told': 'yes' },
      body: Buffer.from('thank you'),
      truncated: false,
      addresses: ['127.0.0.1'],
    })
    const headers = {
      host: `hooks.test:${host.port}`,
      'x-mine': '1',
      'content-length': '8',
      connection: 'close',
    }
    expect(seen).toEqual([{ method: 'POST', url: '/in?a=b', headers, body: '{"ü":1}' }])
    const { resolvedMs = NaN, connectedMs = NaN, endedMs } = outcome.timings
    expect(resolvedMs).toBeLessThanOrEqual(connectedMs)
    expect(connectedMs).toBeLessThanOrEqual(endedMs)
  })

  test('connects to the address that was checked, without asking for the name again', async () => {
    await using host = await secureHost(certificate, hello)
    // No DNS of this machine knows the name: a second question would end in an error.
    const resolver = tableResolver(here)
    const outcome = await open({ resolver }).request(post(`https://hooks.test:${host.port}/`))
    expect(outcome).toMatchObject({ answered: true, status: 200 })
    expect(resolver.asked).toEqual(['hooks.test'])
  })

  test('tries the other addresses when one of them is dead', async () => {
    await using host = await secureHost(certificate, hello)
    const resolver = tableResolver({ 'hooks.test': ['127.0.0.9', '127.0.0.1'] })
    const outcome = await open({ resolver }).request(post(`https://hooks.test:${host.port}/`))
    expect(outcome).toMatchObject({ answered: true, addresses: ['127.0.0.9', '127.0.0.1'] })
  })

  test('to an address that the system refuses at once fails like any other', async () => {
    const resolver = tableResolver({ 'hooks.test': ['255.255.255.255'] })
    for (const keepAlive of [false, true]) {
      const failure = await failureOf(post('https://hooks.test/', { keepAlive }), { resolver })
      expect(failure.reason).toBe('refused')
    }
  })

  test('resolves and connects anew each time, and keeps no connection', async () => {
    await using host = await secureHost(certificate, hello)
    const resolver = tableResolver(here)
    const outgoing = open({ resolver })
    for (let time = 0; time < 3; time++) await outgoing.request(post(`https://hooks.test:${host.port}/`))
    expect(resolver.asked).toHaveLength(3)
    expect(host.connections).toHaveLength(3)
    for (const socket of host.connections) if (!socket.destroyed) await once(socket, 'close')
  })

  test('follows no redirect, to a private host or any other: it is the answer', async () => {
    await using inside = await plainHost(hello)
    for (const location of [`http://127.0.0.1:${inside.port}/`, 'https://hooks.test/else', '/else'])
      for (const status of [301, 302, 303, 307, 308]) {
        await using host = await secureHost(certificate, (_request, response) =>
          response.writeHead(status, { Location: location }).end(),
        )
        const outcome = await open().request(post(`https://hooks.test:${host.port}/`))
        expect(outcome).toMatchObject({ status, headers: { location } })
        expect(host.connections).toHaveLength(1)
      }
    expect(inside.connections).toEqual([])
  })

  test('reads the first 64 KB of the answer and hangs up', async () => {
    const sent = Promise.withResolvers<Socket>()
    await using host = await secureHost(certificate, (request, response) => {
      sent.resolve(request.socket)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'a')));
      }
      response.on('drain', more)
      more()
    })
    const outcome = await open().request(post(`https://hooks.test:${host.port}/`))
    expect(outcome).toMatchObject({ answered: true, status: 200, truncated: true })
    expect(outcome.answered && outcome.body.equals(Buffer.alloc(65_536, 'a'))).toBe(true)
    const socket = await sent.promise
    if (!socket.destroyed) await once(socket, 'close')
  })

  test('takes an answer of exactly 64 KB as whole', async () => {
    await using host = await secureHost(certificate, (_request, response) =>
      response.end(Buffer.alloc(65_536)),
    )
    const outcome = await open().request(post(`https://hooks.test:${host.port}/`))
    expect(outcome).toMatchObject({ truncated: false })
    expect(outcome.answered && outcome.body.length).toBe(65_536)
  })
})

describe('an answer counts once its head is there', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'

  test.each<[what: string, speak: (socket: Socket) => void]>([
    ['when the connection closes', (socket) => void socket.end(`${head}Content-Length: 10\r\n\r\nhalf`)],
    [
      'when the connection is reset',
      (socket) =>
        socket.write(`${head}Content-Length: 10\r\n\r\nhalf`, () => setTimeout(() => socket.destroy(), 20)),
    ],
    [
      'when a chunk is missing',
      (socket) => void socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`),
    ],
    [
      'when a chunk is malformed',
      (socket) => void socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz\r\n`),
    ],
  ])('with what came of its body %s', async (_, speak) => {
    await using host = await secureHost(certificate, (request, response) => {
      request.resume()
      if (response.socket) speak(response.socket)
    })
    for (const keepAlive of [false, true]) {
      const outcome = await open().request(post(`https://hooks.test:${host.port}/`, { keepAlive }))
      expect(outcome).toMatchObject({
        answered: true,
        status: 200,
        truncated: true,
        body: Buffer.from('half'),
      })
    }
  })

  test('also when the head is large', async () => {
    await using host = await secureHost(certificate, (_request, response) => {
      for (let at = 0; at < 20; at++) response.appendHeader('Set-Cookie', `c${at}=${'x'.repeat(10_000)}`)
      response.end('hello')
    })
    const outcome = await open().request(post(`https://hooks.test:${host.port}/`))
    expect(outcome).toMatchObject({ answered: true, status: 200, body: Buffer.from('hello') })
  })
})

describe('a host with several addresses', () => {
  const live = '127.0.0.1'
  const dead = Array.from({ length: 7 }, (_, at) => `127.0.1.${at + 1}`)

  test.each([
    ['before a dead one', [live, ...dead.slice(0, 1)]],
    ['behind a dead one', [...dead.slice(0, 1), live]],
    ['among seven dead ones', [...dead.slice(0, 4), live, ...dead.slice(4)]],
  ])('has three seconds to connect %s', async (_, addresses) => {
    using host = await stalledHost(certificate, [live])
    using others = await stalledHost(certificate, dead, host.port)
    expect(others.port).toBe(host.port)
    const resolver = tableResolver({ 'hooks.test': addresses })
    const outcome = open({ resolver }).request(post(`https://hooks.test:${host.port}/`))
    setTimeout(host.wake, 300)
    expect(await outcome).toMatchObject({ answered: true, status: 200, addresses })
  })

  test('fails after three seconds in all when every one of them is dead', async () => {
    using host = await stalledHost(certificate, dead)
    const parts = { resolver: tableResolver({ 'hooks.test': dead }) }
    const failure = await failureOf(post(`https://hooks.test:${host.port}/`), parts)
    expect(failure).toMatchObject({ reason: 'connect_timeout' })
    expect(failure.timings.endedMs).toBeLessThan(5000)
  })
})

describe('what can go wrong', () => {
  test('a port where nothing listens', async () => {
    const gone = await secureHost(certificate, hello)
    await gone[Symbol.asyncDispose]()
    const failure = await failureOf(post(`https://hooks.test:${gone.port}/`))
    expect(failure).toMatchObject({ reason: 'refused', code: 'ECONNREFUSED', addresses: ['127.0.0.1'] })
    const resolver = tableResolver({ 'hooks.test': ['127.0.0.9', '127.0.0.1'] })
    expect(await failureOf(post(`https://hooks.test:${gone.port}/`), { resolver })).toMatchObject({
      reason: 'refused',
      code: 'ECONNREFUSED',
    })
  })

  test('a certificate of an unknown authority, or of another host', async () => {
    await using stranger = await secureHost(makeCertificate('DNS:hooks.test'), hello)
    expect(await failureOf(post(`https://hooks.test:${stranger.port}/`))).toMatchObject({
      reason: 'tls',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    await using other = await secureHost(certificate, hello)
    const parts = { resolver: tableResolver({ 'other.test': ['127.0.0.1'] }), allowHosts: ['other.test'] }
    expect(await failureOf(post(`https://other.test:${other.port}/`), parts)).toMatchObject({
      reason: 'tls',
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })

  test('a host that speaks no TLS', async () => {
    await using host = await plainHost(hello)
    expect(await failureOf(post(`https://hooks.test:${host.port}/`))).toMatchObject({ reason: 'tls' })
  })

  test('a name whose lookup fails', async () => {
    const cause = Object.assign(new Error('try again'), { code: 'EAI_AGAIN' })
    const resolver = { resolve: () => Promise.reject(cause) }
    expect(await failureOf(post('https://hooks.test/'), { resolver })).toMatchObject({
      reason: 'unresolvable',
      code: 'EAI_AGAIN',
    })
  })

  test('a resolver that is silent counts as a connection that takes too long', async () => {
    const resolver = {
      resolve: (_host: string, signal: AbortSignal) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    }
    const request = post('https://hooks.test/', { limits: { connectMsMax: 50 } })
    expect(await failureOf(request, { resolver })).toMatchObject({ reason: 'connect_timeout' })
  })

  test('a host that takes the connection and never begins TLS', async () => {
    await using host = await listenHere(createServer((socket) => socket.resume()))
    const request = post(`https://hooks.test:${host.port}/`, { limits: { connectMsMax: 100 } })
    expect(await failureOf(request)).toMatchObject({ reason: 'connect_timeout' })
    const [socket] = host.connections
    if (socket?.destroyed === false) await once(socket, 'close')
  })

  test('a host that connects and never answers', async () => {
    await using host = await secureHost(certificate, () => undefined)
    const request = post(`https://hooks.test:${host.port}/`, { limits: { answerMsMax: 300 } })
    expect(await failureOf(request)).toMatchObject({ reason: 'answer_timeout' })
  })

  test('an answer that drips: the bound is on the whole', async () => {
    let timer: NodeJS.Timeout | undefined
    await using host = await secureHost(certificate, (_request, response) => {
      response.writeHead(200)
      timer = setInterval(() => response.write('.'), 10)
    })
    const request = post(`https://hooks.test:${host.port}/`, { limits: { answerMsMax: 300 } })
    expect(await failureOf(request)).toMatchObject({ reason: 'answer_timeout' })
    clearInterval(timer)
  })

  test('a connection that breaks before the answer', async () => {
    await using mute = await secureHost(certificate, (request) => request.socket.destroy())
    expect(await failureOf(post(`https://hooks.test:${mute.port}/`))).toMatchObject({ reason: 'broken' })
    const half = 'HTTP/1.1 200 OK\r\nX-Half: '
    await using cut = await secureHost(certificate, (_request, response) => void response.socket?.end(half))
    expect(await failureOf(post(`https://hooks.test:${cut.port}/`))).toMatchObject({ reason: 'broken' })
  })

  test('an answer that is not HTTP, and one that switches protocols', async () => {
    const speak = (words: string) => (_request: IncomingMessage, response: ServerResponse) =>
      void response.socket?.end(words)
    await using mail = await secureHost(certificate, speak('220 mail.test ESMTP\r\n'))
    expect(await failureOf(post(`https://hooks.test:${mail.port}/`))).toMatchObject({ reason: 'broken' })
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'
    await using changing = await secureHost(certificate, speak(upgrade))
    expect(await failureOf(post(`https://hooks.test:${changing.port}/`))).toMatchObject({ reason: 'broken' })
  })

  test('a caller who gives up, before and after the connection', async () => {
    expect(await failureOf(post('https://hooks.test:9/', { signal: AbortSignal.abort() }))).toMatchObject({
      reason: 'aborted',
    })
    const caller = new AbortController()
    await using host = await secureHost(certificate, () => caller.abort())
    const request = post(`https://hooks.test:${host.port}/`, { signal: caller.signal })
    expect(await failureOf(request)).toMatchObject({ reason: 'aborted' })
    const [socket] = host.connections
    if (socket?.destroyed === false) await once(socket, 'close')
  })
})
