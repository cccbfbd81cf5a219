import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { TrustedProxies } from '../platform/http/trusted-proxies.ts'
import { silentLog } from '../../test/log.ts'
import { systemRandom } from '../platform/random.ts'
import { dataEnvelope } from './envelope.ts'
import { createOrigin } from './origin.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** An origin that logs addresses and never ends an answer. */
async function openOrigin(trustedProxies: TrustedProxies) {
  const lines: unknown[] = []
  const log = { ...silentLog, info: (fields: unknown) => void lines.push(fields) }
  const app = createOrigin({
    profile: {
      name: 'test',
      envelope: dataEnvelope,
      codes: { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' },
    },
    log,
    random: systemRandom,
    trustedProxies,
    logAddresses: true,
    observe: () => undefined,
  })
  app.get('/endless', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200)
    const more = (): void => void reply.raw.write(Buffer.alloc(65_536), (error) => error ?? more())
    more()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  closers.push(() => app.close())
  return { server: app.server, lines }
}

describe('a client who resets the connection in the middle of an answer', () => {
  test.each<[TrustedProxies, string]>([
    [0, '127.0.0.1'],
    [1, '203.0.113.7'],
    [['127.0.0.1'], '203.0.113.7'],
  ])(
    'is logged with the address and does no harm, whatever proxies are trusted (%j)',
    async (trustedProxies, address) => {
      const { server, lines } = await openOrigin(trustedProxies)
      const closed = new Promise((resolve) =>
        server.once('request', (_request, response: ServerResponse) => response.once('close', resolve)),
      )
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.write('GET /endless HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n')
      await once(socket, 'readable')
      socket.resetAndDestroy()
      await closed
      expect(lines).toMatchObject([{ status: 499, address }])
    },
  )
})

describe('a path where nothing is mounted', () => {
  test('is unknown, whatever the type of the body is, and the body is not awaited', async () => {
    const { server } = await openOrigin(0)
    const { port } = server.address() as AddressInfo
    for (const type of ['application/json', 'text/plain', 'multipart/form-data', ';', 'a b']) {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000000000000\r\n\r\n{`,
      )
      const [answer] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      expect(answer.toString()).toMatch(/^HTTP\/1.1 404 /)
    }
  })
})
