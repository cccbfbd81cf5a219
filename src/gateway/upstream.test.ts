import { once } from 'node:events'
import http from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../../test/free-port.ts'
import { gatewayTo, portOf } from './places.testing.ts'
import { RawConnection } from './raw-connection.testing.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A service that shows the bytes that it gets, and answers each piece of them with the same words. */
async function wire(answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', timeoutMs = 2000) {
  const connections: { socket: Socket; text: string }[] = []
  const server = createServer((socket) => {
    const connection = { socket, text: '' }
    connections.push(connection)
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => {
      connection.text += piece.toString('latin1')
      // The last line of a request in these tests.
      if (/\r\n\r\n$|end$/.test(connection.text)) socket.write(answer)
    })
  })
  await listen(server)
  const upstreamPort = portOf(server)
  const gateway = await gatewayTo(upstreamPort, { timeoutMs })
  closers.push(() => gateway.close())
  return { connections, upstreamPort, port: portOf(gateway.server) }
}

async function listen(server: Server, port = 0): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
}

async function send(port: number, method: string, fields: readonly string[], body: string): Promise<number> {
  const connection = new RawConnection(port)
  const head = [`${method} /v1/files/x HTTP/1.1`, 'Host: here', ...fields].join('\r\n')
  await connection.write(`${head}\r\n\r\n${body}`)
  const { status } = await connection.read(method)
  connection.destroy()
  return status
}

describe('a relayed request', () => {
  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PATCH', 'PUT'])(
    'of %s is framed as its body came',
    async (method) => {
      const { connections, port } = await wire()
      await send(port, method, ['Content-Length: 6'], 'abcend')
      await send(port, method, ['Connection: content-length', 'Content-Length: 6'], 'abcend')
      await send(port, method, ['Transfer-Encoding: chunked'], '6\r\nabcend\r\n0\r\n\r\n')
      await send(
        port,
        method,
        ['Connection: transfer-encoding', 'Transfer-Encoding: chunked'],
        '6\r\nabcend\r\n0\r\n\r\n',
      )
      await send(port, method, [], '')
      const text = connections.map((connection) => connection.text).join('')
      const heads = text.split(/(?<![A-Z])(?=[A-Z]+ \/api\/v1\/x HTTP\/1\.1\r\n)/)
      const framings = heads.map((head) =>
        /content-length: \d+|transfer-encoding: chunked/gi.exec(head)?.[0].toLowerCase(),
      )
      const expected = [
        'content-length: 6',
        'content-length: 6',
        'transfer-encoding: chunked',
        'transfer-encoding: chunked',
        undefined,
      ]
      expect(framings).toEqual(expected)
      expect(heads.map((head) => head.includes('abcend'))).toEqual([true, true, true, true, false])
    },
  )

  test('leaves no kept connection behind after a body with GET, HEAD or DELETE, and one after a POST', async () => {
    const { connections, port } = await wire()
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const before = connections.length
      await send(port, method, ['Content-Length: 6'], 'abcend')
      await send(port, method, ['Content-Length: 6'], 'abcend')
      await delay(20)
      expect(connections.length - before, method).toBe(2)
      expect(
        connections.every(({ socket }) => socket.destroyed || socket.readableEnded),
        method,
      ).toBe(true)
    }
    const before = connections.length
    for (let round = 0; round < 3; round++) {
      await send(port, 'POST', ['Content-Length: 6'], 'abcend')
      await delay(20)
    }
    expect(connections.length - before).toBe(1)
  })

  test('never waits for those of others, however many the service takes its time for', async () => {
    const { connections, port } = await wire(undefined, 60_000)
    const patient = Array.from({ length: 1100 }, () => new RawConnection(port))
    for (const connection of patient)
      await connection.write('POST /v1/files/x HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nnot yet')
    await expect.poll(() => connections.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(1024)
    expect(await send(port, 'GET', [], '')).toBe(200)
    for (const connection of patient) connection.destroy()
  })

  test('keeps headers that Connection must not name, and drops the others', async () => {
    const { connections, port } = await wire()
    const kept = [
      'Authorization: Bearer x',
      'Content-Type: a/b',
      'If-None-Match: "x"',
      'Range: bytes=0-1',
      'Cookie: a=b',
    ]
    const dropped = [
      'X-Private: 1',
      'Keep-Alive: 5',
      'TE: trailers',
      'Upgrade: websocket',
      'Proxy-Connection: close',
      'Bureau-Relay: 192.0.2.1 x',
    ]
    const named = [...kept, 'X-Private: 1', 'Host: x'].map((field) => field.split(':')[0]).join(', ')
    await send(port, 'GET', [`Connection: ${named}, keep-alive, upgrade`, ...kept, ...dropped], '')
    const text = connections[0]?.text.toLowerCase() ?? ''
    for (const field of kept) expect(text).toContain(`${field.toLowerCase()}\r\n`)
    for (const field of dropped) expect(text).not.toContain(field.toLowerCase())
    expect(text).toMatch(/x-forwarded-for: 127\.0\.0\.1\r\n/)
  })
})

describe('a proxy between the gateway and the service', () => {
  test('that chooses by name gets the name of the service, and the name that the client asked for beside it', async () => {
    const { connections, port, upstreamPort } = await wire()
    expect(await send(port, 'GET', ['X-Forwarded-Host: claimed.example'], '')).toBe(200)
    const fields = (connections[0]?.text ?? '').toLowerCase().split('\r\n')
    expect(fields.filter((field) => field.includes('host: '))).toEqual([
      'x-forwarded-host: here',
      `host: 127.0.0.1:${upstreamPort}`,
    ])
  })
})

describe('a service that is not there', () => {
  test('for a moment is asked again, with the whole body', async () => {
    const port = await freePort()
    const gateway = await gatewayTo(port)
    closers.push(() => gateway.close())
    const bodies: string[] = []
    const server = http.createServer((request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        bodies.push(body)
        response.end('{}')
      })
    })
    const url = `http://127.0.0.1:${portOf(gateway.server)}/v1/files/x`
    const asked = [
      fetch(url),
      fetch(url, { method: 'POST', body: 'x'.repeat(300_000) }),
      fetch(url, { method: 'DELETE' }),
    ]
    await delay(120)
    await listen(server, port)
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(bodies.map((body) => body.length).toSorted((a, b) => a - b)).toEqual([0, 0, 300_000])
    server.closeAllConnections()
  })

  test('and drops a kept connection is asked again for what changes nothing, never for what does', async () => {
    let answered = 0
    const sockets = new Map<Socket, number>()
    const server = http.createServer((request, response) => {
      const uses = (sockets.get(request.socket) ?? 0) + 1
      sockets.set(request.socket, uses)
      // The second request on a connection meets a service that stops.
      if (uses === 2) return void request.socket.destroy()
      answered++
      response.end('{}')
    })
    await listen(server)
    const gateway = await gatewayTo(portOf(server))
    closers.push(() => gateway.close())
    const url = `http://127.0.0.1:${portOf(gateway.server)}/v1/files/x`
    const statusOf = async (method: string) => {
      const response = await fetch(url, { method })
      await response.text()
      return response.status
    }
    expect([await statusOf('GET'), await statusOf('GET')]).toEqual([200, 200])
    expect(answered).toBe(2)
    expect(await statusOf('DELETE')).toBe(502)
    expect(answered).toBe(2)
    server.closeAllConnections()
  })
})
