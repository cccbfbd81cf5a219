import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../../test/log.ts'
import { isInstalled } from '../../../test/programs.ts'
import { systemRandom } from '../../platform/random.ts'
import { dataEnvelope } from '../envelope.ts'
import { createOrigin } from '../origin.ts'

const directory = mkdtempSync(join(tmpdir(), 'bureau-silent-'))
const opened: FastifyInstance[] = []
afterAll(async () => {
  for (const app of opened) await app.close()
  rmSync(directory, { recursive: true })
})

async function listening(tls?: { readonly cert: string; readonly key: string }): Promise<number> {
  const codes = { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' }
  const app = createOrigin({
    profile: { name: 'test', envelope: dataEnvelope, codes },
    log: silentLog,
    random: systemRandom,
    trustedProxies: 0,
    observe: () => undefined,
    tls,
  })
  opened.push(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

/** What a connection got until its end, and after how long that came. */
async function endOf(socket: Socket): Promise<{ readonly text: string; readonly seconds: number }> {
  const startedMs = performance.now()
  let text = ''
  socket.on('error', () => undefined).on('data', (piece: Buffer) => (text += piece.toString()))
  await once(socket, 'close')
  return { text, seconds: (performance.now() - startedMs) / 1000 }
}

const sending = (port: number, bytes: string): Socket => {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return socket
}

describe('a connection', () => {
  let port: number
  beforeAll(async () => {
    port = await listening()
  })

  test(
    'ends after 10 seconds when it sends nothing, and is told so when it sends a part of a head',
    { timeout: 40_000 },
    async () => {
      const [silent, partial, second] = await Promise.all([
        endOf(connect(port, '127.0.0.1')),
        endOf(sending(port, 'GET / HTTP/1.1\r\nHost: x\r\n')),
        endOf(sending(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n')),
      ])
      expect(silent.text).toBe('')
      expect(partial.text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*"code":"bad_request"/)
      expect(second.text).toMatch(/^HTTP\/1\.1 404 [^]*HTTP\/1\.1 408 /)
      for (const { seconds } of [silent, partial, second]) expect(seconds).toBeGreaterThan(9)
      expect(silent.seconds).toBeLessThan(20)
    },
  )
})

describe.skipIf(!isInstalled('openssl'))('a connection over TLS (openssl)', () => {
  let port: number
  beforeAll(async () => {
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')]
    const wanted = [
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=x',
      '-keyout',
      key,
      '-out',
      cert,
    ]
    execFileSync('openssl', ['req', '-x509', ...wanted], { stdio: 'ignore' })
    port = await listening({ cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') })
  })

  test(
    'ends when it sends nothing for 10 seconds before the handshake or after it',
    { timeout: 40_000 },
    async () => {
      const ends = await Promise.all([
        endOf(connect(port, '127.0.0.1')),
        endOf(connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false })),
      ])
      for (const { text, seconds } of ends) {
        expect(text).toBe('')
        expect(seconds).toBeGreaterThan(9)
        expect(seconds).toBeLessThan(20)
      }
    },
  )
})
