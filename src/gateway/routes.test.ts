import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../test/harness.ts'
import type { OriginName } from '../program/roles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  for (const origin of ['gateway', 'files'] as const)
    await app.origin(origin).listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const portOf = (origin: OriginName) => (app.origin(origin).server.address() as AddressInfo).port
const body = '{"name":"late"}'

const sockets: Socket[] = []

/** A request whose body is wanted and does not come. */
async function begun(origin: OriginName, prefix: string, key: string): Promise<Socket> {
  const socket = connect(portOf(origin), '127.0.0.1')
  sockets.push(socket)
  socket.setEncoding('utf8')
  socket.write(
    `POST ${prefix}/folders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nExpect: 100-continue\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  expect(await once(socket, 'data')).toEqual([expect.stringContaining('100 Continue')])
  return socket
}

const head = async (socket: Socket): Promise<string> => {
  const [text] = (await once(socket, 'data')) as [string]
  return text.split('\r\n', 1)[0] ?? ''
}

describe('a request to the files API', () => {
  test('has 60 seconds at the gateway, then it is gateway_timeout, and any time at the files origin', async () => {
    const { key } = await (await app.tenant()).key('files')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const atGateway = await begun('gateway', '/v1/files', key)
      const atFiles = await begun('files', '/api/v1', key)
      vi.advanceTimersByTime(59_999)
      // By the time another answer is here, this one would be.
      expect((await fetch(`http://127.0.0.1:${portOf('gateway')}/v1/files/health`)).status).toBe(200)
      expect(atGateway.bytesRead).toBe('HTTP/1.1 100 Continue\r\n\r\n'.length)
      vi.advanceTimersByTime(1)
      const [refusal] = (await once(atGateway, 'data')) as [string]
      expect(refusal).toMatch(/^HTTP\/1\.1 504 .*"code":"gateway_timeout"/s)
      vi.advanceTimersByTime(600_000)
      atFiles.write(body)
      expect(await head(atFiles)).toBe('HTTP/1.1 201 Created')
    } finally {
      for (const socket of sockets) socket.destroy()
      vi.useRealTimers()
      // Ten minutes in an instant are too long for counters that waited for the database at that moment.
      const others = app.takeErrors().filter(({ message }) => !message.startsWith('Rate-limit counters'))
      expect(others).toEqual([])
    }
  })
})
