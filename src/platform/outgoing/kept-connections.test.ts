import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { dnsServer } from './dns.testing.ts'
import { makeCertificate, secureHost, tableResolver } from './hosts.testing.ts'
import { openOutgoing, type OutgoingOptions } from './outgoing.ts'
import { openResolver } from './resolver.ts'

const certificate = makeCertificate('DNS:hooks.test', 'IP:127.0.0.1')
const hello = (request: IncomingMessage, response: ServerResponse) => {
  request.resume()
  response.end('hello')
}

/** A way to ask `hooks.test` with connections kept; `addresses` may be changed between requests. */
function asking(port: number, parts: Partial<OutgoingOptions> = {}) {
  const addresses = { now: ['127.0.0.1'] }
  const outgoing = openOutgoing({
    resolver: { resolve: async () => addresses.now },
    allowHosts: ['hooks.test'],
    authorities: certificate.cert,
    ...parts,
  })
  const request = (path = '/') =>
    outgoing.request({
      method: 'POST',
      reach: 'public',
      url: `https://hooks.test:${port}${path}`,
      body: 'x',
      keepAlive: true,
    })
  return { addresses, request }
}

describe('a kept connection', () => {
  test('is taken by the next request for which the host resolves to the same addresses', async () => {
    await using host = await secureHost(certificate, hello)
    const { addresses, request } = asking(host.port)
    addresses.now = ['127.0.0.9', '127.0.0.1']
    for (const order of [
      ['127.0.0.9', '127.0.0.1'],
      ['127.0.0.1', '127.0.0.9'],
      ['127.0.0.9', '127.0.0.1'],
    ]) {
      addresses.now = order
      expect(await request()).toMatchObject({ answered: true, status: 200, body: Buffer.from('hello') })
    }
    expect(host.connections).toHaveLength(1)
  })

  test('is left alone when the host resolves to other addresses now', async () => {
    await using host = await secureHost(certificate, hello)
    const { addresses, request } = asking(host.port)
    await request()
    addresses.now = ['127.0.0.9']
    expect(await request()).toMatchObject({ answered: false, reason: 'refused' })
    expect(host.connections).toHaveLength(1)
  })

  test('does not spare the host the check of its addresses', async () => {
    await using host = await secureHost(certificate, hello)
    const resolver = tableResolver({ 'hooks.test': ['127.0.0.1'] })
    const { request } = asking(host.port, { resolver })
    for (let time = 0; time < 3; time++) await request()
    expect(resolver.asked).toHaveLength(3)
    expect(host.connections).toHaveLength(1)
  })

  test('that the host has closed costs nothing: a new one is made', async () => {
    await using host = await secureHost(certificate, hello)
    const { request } = asking(host.port)
    await request()
    const [first] = host.connections
    first?.resetAndDestroy()
    expect(await request()).toMatchObject({ answered: true, status: 200 })
    expect(host.connections).toHaveLength(2)
  })

  test('that the host closes as the next request comes is made again, once', async () => {
    let requests = 0
    await using host = await secureHost(certificate, (request, response) => {
      requests += 1
      if (requests === 1) hello(request, response)
      else request.socket.destroy()
    })
    const { request } = asking(host.port)
    await request()
    expect(await request()).toMatchObject({ answered: false, reason: 'broken' })
    expect(requests).toBe(3)
  })

  test.each([66_000, 90_000, 1_000_000])(
    'is closed when its answer was not read to the end: %i bytes',
    async (bytes) => {
      await using host = await secureHost(certificate, (request, response) => {
        request.resume()
        response.end(Buffer.alloc(bytes))
      })
      const { request } = asking(host.port)
      expect(await request()).toMatchObject({ truncated: true })
      const [socket] = host.connections
      const answeredMs = performance.now()
      if (socket?.destroyed === false) await once(socket, 'close')
      // The host itself would close it after five seconds.
      expect(performance.now() - answeredMs).toBeLessThan(4500)
      await request()
      expect(host.connections).toHaveLength(2)
    },
  )

  test('there are sixty-four of one host at most', async () => {
    const waiting: ServerResponse[] = []
    await using host = await secureHost(certificate, (request, response) => {
      request.resume()
      waiting.push(response)
    })
    const { request } = asking(host.port)
    const requests = Array.from({ length: 70 }, () => request())
    await until(async () => waiting.length === 70)
    for (const response of waiting) response.end('hello')
    await Promise.all(requests)
    await until(async () => host.connections.filter(({ destroyed }) => !destroyed).length === 64)
  })
})

describe('DNS that changes its answer', () => {
  test('between the check and the connection leads nowhere else: the name is asked for once', async () => {
    await using host = await secureHost(certificate, hello)
    let questions = 0
    // Public when it is checked, this machine from then on.
    await using dns = await dnsServer((_name, family) => {
      if (family === 6) return []
      questions += 1
      return questions === 1 ? ['192.0.1.1'] : ['127.0.0.1']
    })
    const resolver = openResolver({ servers: [dns.address] })
    const outgoing = openOutgoing({ resolver, allowHosts: [], authorities: certificate.cert })
    const request = () =>
      outgoing.request({
        method: 'POST',
        reach: 'public',
        url: `https://hooks.test:${host.port}/`,
        limits: { connectMsMax: 2000 },
        keepAlive: true,
      })
    const first = await request()
    expect(first).toMatchObject({ answered: false, addresses: ['192.0.1.1'] })
    expect(questions).toBe(1)
    expect(await request()).toMatchObject({ reason: 'private_address' })
    expect(host.connections).toEqual([])
  })

  test('to public and private addresses together is refused', async () => {
    await using dns = await dnsServer((_name, family) =>
      family === 4 ? ['192.0.1.1', '10.0.0.1'] : ['2600::1'],
    )
    const resolver = openResolver({ servers: [dns.address] })
    const outgoing = openOutgoing({ resolver, allowHosts: [] })
    const request = outgoing.request({ method: 'POST', reach: 'public', url: 'https://hooks.test/' })
    expect(await request).toMatchObject({ answered: false, reason: 'private_address' })
  })
})
