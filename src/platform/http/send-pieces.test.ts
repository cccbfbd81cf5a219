import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify, { type FastifyReply } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Log } from '../log/log.ts'
import { sendPieces } from './send-pieces.ts'

const pieceBytes = 256 * 1024
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

/** Pieces that count how many were asked for, and see when the reader stops. */
function counted(pieces: number, failure?: Error) {
  const over = Promise.withResolvers<void>()
  const seen = { asked: 0, over: over.promise }
  async function* give(): AsyncGenerator<Buffer> {
    // One buffer again and again, as a store lends it.
    const piece = Buffer.alloc(pieceBytes)
    try {
      for (; seen.asked < pieces; seen.asked += 1) {
        await turns(1)
        yield piece.fill(seen.asked)
      }
      if (failure) throw failure
    } finally {
      over.resolve()
    }
  }
  return { seen, bytes: give() }
}

/** A server that answers each path with what `bodies` has for it. */
async function serving(bodies: Readonly<Record<string, AsyncIterable<Uint8Array>>>) {
  const warnings: unknown[] = []
  const log: Log = {
    debug: () => {},
    info: () => {},
    warn: (fields: object) => void warnings.push((fields as { err: unknown }).err),
    error: () => {},
  }
  const replies: FastifyReply[] = []
  const app = Fastify({ forceCloseConnections: true })
  for (const [path, bytes] of Object.entries(bodies)) {
    app.get(path, (_request, reply) => {
      replies.push(reply)
      return sendPieces(reply.header('Content-Length', 100 * pieceBytes), bytes, log)
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const open = async (...paths: readonly string[]): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    return socket
  }
  return { port, open, warnings, replies }
}

describe('sending pieces', () => {
  test('gives each of them as it is, with headers, and tells when the answer is over', async () => {
    const { seen, bytes } = counted(100)
    const { port } = await serving({ '/': bytes })
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    const body = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, `${100 * pieceBytes}`])
    for (let piece = 0; piece < 100; piece += 1)
      expect(
        body.subarray(piece * pieceBytes, (piece + 1) * pieceBytes).equals(Buffer.alloc(pieceBytes, piece)),
      ).toBe(true)
    await seen.over
  })

  test('asks for no more than a client takes who does not read on', async () => {
    const { seen, bytes } = counted(100_000)
    const { open } = await serving({ '/': bytes })
    const socket = await open('/')
    await once(socket, 'readable')
    socket.pause()
    await turns(2000)
    // What the system keeps for a connection is a few megabytes.
    expect(seen.asked).toBeLessThan(100)
    socket.destroy()
    await seen.over
  })

  test('lets go of the pieces when the client disconnects, without a log line', async () => {
    const { seen, bytes } = counted(100_000)
    const { open, warnings } = await serving({ '/': bytes })
    const socket = await open('/')
    await once(socket, 'readable')
    socket.destroy()
    await seen.over
    expect(warnings).toEqual([])
  })

  test('lets go of the pieces of an answer that waits behind another one when the client goes away', async () => {
    const [first, second] = [counted(100_000), counted(100_000)]
    const { open, replies } = await serving({ '/first': first.bytes, '/second': second.bytes })
    const socket = await open('/first', '/second')
    while (replies[1]?.raw.headersSent !== true) await turns(1)
    socket.destroy()
    await Promise.all([first.seen.over, second.seen.over])
    expect(second.seen.asked).toBe(0)
  })

  test('breaks the answer off when a piece cannot be had, and the operator learns why', async () => {
    const failure = new Error('The disk broke.')
    const { seen, bytes } = counted(3, failure)
    const { port, warnings } = await serving({ '/': bytes })
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    await seen.over
    expect(warnings).toEqual([failure])
  })

  test('fails before the answer begins when not even the first piece can be had', async () => {
    const { bytes } = counted(0, new Error('The disk broke.'))
    const { port, warnings } = await serving({ '/': bytes })
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      500,
      'The disk broke.',
    ])
    expect(warnings).toEqual([])
  })

  test('sends nothing when the request was answered while the first piece was fetched', async () => {
    const fetching = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    async function* late(): AsyncGenerator<Buffer> {
      try {
        await fetching.promise
        yield Buffer.alloc(pieceBytes)
      } finally {
        over.resolve()
      }
    }
    const { open, replies, warnings } = await serving({ '/': late() })
    const socket = await open('/')
    while (replies.length === 0) await turns(1)
    void replies[0]?.removeHeader('Content-Length').code(503).send('too late')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    fetching.resolve()
    await over.promise
    await turns(3)
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 [^]*too late$/)
    expect([warnings, socket.destroyed, socket.readableEnded]).toEqual([[], false, false])
  })
})
