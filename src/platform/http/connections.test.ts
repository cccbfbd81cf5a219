import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { silentLog } from '../../../test/log.ts'
import { Connections, type ConnectionLimits } from './connections.ts'

const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close()
})

/** Servers whose clients all seem to come from a network of their own, unless the test says otherwise. */
async function bounded(
  limits: ConnectionLimits,
  servers: number,
  { isProxy = false, address = '192.0.2.7' } = {},
) {
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_fields: object, message: string) => void warnings.push(message) }
  const connections = new Connections(limits, log)
  const sockets: Socket[] = []
  const ports: number[] = []
  const accepted: Socket[] = []
  for (let at = 0; at < servers; at++) {
    const server: Server = createServer((_request, response) => response.end('ok'))
    server.prependListener('connection', (socket: Socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: address })
      accepted.push(socket)
    })
    connections.bound(server, () => isProxy)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => server.close())
    ports.push((server.address() as AddressInfo).port)
  }
  const open = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const socket = connect(ports[at % ports.length] ?? 0, '127.0.0.1').on('error', () => undefined)
      closing.push(() => socket.destroy())
      sockets.push(socket.resume())
      // So that it is not idle.
      socket.write('GET / HTTP/1.1\r\n')
      await until(() => accepted.length === sockets.length)
      await until(() => accepted.at(-1)?.destroyed === true || (accepted.at(-1)?.bytesRead ?? 0) > 0)
    }
  }
  const left = () => sockets.filter(({ closed }) => !closed).length
  return { connections, warnings, accepted, sockets, open, left }
}

describe('connections', () => {
  test('of one address are closed beyond its limit, on all servers together', async () => {
    const { accepted, open, left, sockets, warnings } = await bounded({ max: 100, perAddressMax: 3 }, 2)
    await open(5)
    await until(() => left() === 3)
    expect(warnings).toEqual([])
    const [first] = accepted
    sockets[0]?.destroy()
    await until(() => first?.closed)
    await open(2)
    await until(() => left() === 3)
  })

  test('of trusted proxies and of this machine are bounded in all only', async () => {
    for (const shared of [{ isProxy: true }, { address: '127.0.0.1' }, { address: '::ffff:127.0.0.1' }]) {
      const { open, left, warnings } = await bounded({ max: 6, perAddressMax: 2 }, 2, shared)
      await open(9)
      await until(() => left() === 6)
      expect(warnings).toEqual([expect.stringContaining('New connections are closed')])
    }
  })

  test('that carry the requests of many clients leave room for others of their address', async () => {
    const { connections, accepted, open, left } = await bounded({ max: 100, perAddressMax: 2 }, 1)
    await open(2)
    await until(() => accepted.length === 2)
    for (const socket of accepted) {
      connections.exempt(socket)
      connections.exempt(socket)
    }
    await open(3)
    await until(() => left() === 4)
  })

  test('that wait for a request make room when all are taken', async () => {
    const { open, left, sockets } = await bounded({ max: 4, perAddressMax: 4 }, 2)
    await open(4)
    const idle = sockets.slice(0, 2)
    for (const socket of idle) socket.write('Host: x\r\n\r\n')
    await Promise.all(idle.map((socket) => once(socket, 'data')))
    await open(1)
    await until(() => left() === 2)
    await open(2)
    expect(left()).toBe(4)
  })
})
