import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { listenHere, makeCertificate, secureHost } from '../../platform/outgoing/hosts.testing.ts'
import { dnsServer } from '../../platform/outgoing/dns.testing.ts'
import { openResolver } from '../../platform/outgoing/resolver.ts'
import {
  addWebhook,
  type Answering,
  deliveriesOf,
  deliveringApp,
  happen,
  receiver,
} from './receiver.testing.ts'

let app: Awaited<ReturnType<typeof deliveringApp>>
beforeAll(async () => void (app = await deliveringApp()))
afterAll(() => app.close())

/** What came of the first attempt to deliver an event to a URL. */
async function attempt(url: string, program = app) {
  const tenant = await program.tenant()
  const { id } = await addWebhook(program, tenant, url)
  await happen(program, tenant.workspaceId)
  const nowMs = program.clock.now().getTime()
  await until(async () => {
    const [row] = await deliveriesOf(program, id)
    return row !== undefined && (row.due_at === null || row.due_at.getTime() > nowMs + 15_000)
  })
  const [row] = await deliveriesOf(program, id)
  return { status: row?.status, response: row?.response_status, error: row?.last_error }
}

const raw =
  (text: string): Answering =>
  (response) =>
    void response.socket?.write(text)

const tooLate = { status: 'pending', response: null, error: 'The answer took too long.' }
const broke = {
  status: 'pending',
  response: null,
  error: 'The connection broke before the answer was complete.',
}

describe('a receiver', () => {
  test.concurrent.each<[what: string, answering: Answering, expected: object]>([
    ['that never answers', () => undefined, tooLate],
    ['that answers 199 and nothing more', raw('HTTP/1.1 199 Odd\r\n\r\n'), tooLate],
    ['whose headers drip', (response) => drip(response.socket, 'HTTP/1.1 200 OK\r\nX-Drip: ', 'a'), tooLate],
    [
      'whose body drips',
      (response) => drip(response.socket, 'HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n', 'a'),
      tooLate,
    ],
    ['that hangs up', (response) => void response.socket?.destroy(), broke],
    ['that answers with something else than HTTP', raw('220 mail ESMTP\r\n'), broke],
    [
      'that answers with an endless header',
      (response) => endless(response.socket, 'HTTP/1.1 200 OK\r\nX-Long: '),
      broke,
    ],
  ])('%s gets it again later', async (_, answering, expected) => {
    await using host = await receiver(answering)
    expect(await attempt(`https://hooks.test:${host.port}/`)).toEqual(expected)
  })

  test.concurrent.each<[what: string, answering: Answering, expected: object]>([
    [
      '200 and closes in the middle of the body',
      (response) => void response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
      { status: 'delivered', response: 200, error: null },
    ],
    [
      '204 with a large head',
      (response) => void response.writeHead(204, { 'X-Policy': 'p'.repeat(60_000) }).end(),
      { status: 'delivered', response: 204, error: null },
    ],
    [
      '500 and closes in the middle of the body',
      (response) => void response.socket?.end('HTTP/1.1 500 Oh\r\nContent-Length: 9\r\n\r\nhalf'),
      { status: 'pending', response: 500, error: 'The receiver answered 500 instead of 2xx.' },
    ],
  ])('that answers %s is judged by the status', async (_, answering, expected) => {
    await using host = await receiver(answering)
    expect(await attempt(`https://hooks.test:${host.port}/`)).toEqual(expected)
  })

  test.concurrent('that answers 200 with an endless body has it, and 64 KB are read', async () => {
    await using host = await receiver((response) =>
      endless(response.socket, 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n'),
    )
    const outcome = await attempt(`https://hooks.test:${host.port}/`)
    expect(outcome).toEqual({ status: 'delivered', response: 200, error: null })
    const [socket] = host.connections
    await until(async () => socket?.destroyed === true)
    // What the buffers of both systems take comes on top.
    expect(socket?.bytesWritten).toBeLessThan(8 * 1024 * 1024)
  })

  test.concurrent('that answers with a compressed bomb has it: nothing is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
    await using host = await receiver((response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': bomb.length }).end(bomb),
    )
    const outcome = await attempt(`https://hooks.test:${host.port}/`)
    expect(outcome).toMatchObject({ status: 'delivered' })
    expect(host.received[0]?.headers['accept-encoding']).toBeUndefined()
  })

  test.concurrent.each([
    ['of another name', makeCertificate('DNS:other.test')],
    ['of an unknown authority', makeCertificate('DNS:hooks.test')],
  ])('with a certificate %s gets nothing', async (_, wrong) => {
    let requests = 0
    await using host = await secureHost(wrong, () => (requests += 1))
    expect(await attempt(`https://hooks.test:${host.port}/`)).toMatchObject({
      status: 'pending',
      error: 'The certificate or the encryption of the host is not acceptable.',
    })
    expect(requests).toBe(0)
  })

  test.concurrent('without TLS gets nothing', async () => {
    const server: Server = createServer()
    await using host = await listenHere(server)
    expect(await attempt(`https://hooks.test:${host.port}/`)).toMatchObject({
      status: 'pending',
      response: null,
    })
  })
})

describe('a destination', () => {
  test.each([
    ['http://hooks.test/', 'The URL must begin with https://.'],
    ['https://127.0.0.1/', 'The host is not on the public internet.'],
    ['https://[::ffff:169.254.169.254]/', 'The host is not on the public internet.'],
    ['https://nobody.test/', 'The host name does not resolve.'],
  ])('%s is judged again at each attempt', async (url, error) => {
    expect(await attempt(url)).toEqual({ status: 'pending', response: null, error })
  })

  test('that DNS points to a private address is refused, and a kept connection not used', async () => {
    const state = { address: '127.0.0.1' }
    await using dns = await dnsServer((_name, family) => (family === 4 ? [state.address] : []))
    const outgoing = { resolver: openResolver({ servers: [dns.address] }), allowHosts: ['a.hooks.test'] }
    const program = await deliveringApp({ outgoing })
    await using host = await receiver()
    const url = (name: string) => `https://${name}.hooks.test:${host.port}/`
    expect(await attempt(url('a'), program)).toMatchObject({ status: 'delivered' })
    state.address = '10.0.0.1'
    expect(await attempt(url('b'), program)).toMatchObject({
      error: 'The host is not on the public internet.',
    })
    expect(host.received).toHaveLength(1)
    await program.close()
  })
})

interface Writing {
  readonly destroyed: boolean
  readonly write: (text: string) => boolean
  readonly on: (event: 'drain', listener: () => void) => unknown
}

/** A little at a time, for longer than an attempt may take. */
function drip(socket: Writing | null, head: string, piece: string): void {
  socket?.write(head)
  const timer = setInterval(() => {
    if (socket?.destroyed === false) socket.write(piece)
    else clearInterval(timer)
  }, 100)
}

function endless(socket: Writing | null, head: string): void {
  const piece = 'a'.repeat(16_384)
  const more = () => {
    while (socket?.destroyed === false && socket.write(piece));
  }
  socket?.write(head)
  socket?.on('drain', more)
  more()
}
