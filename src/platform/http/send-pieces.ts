import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Log } from '../log/log.ts'

/** Streams with backpressure. Throws if the first piece fails; a later failure cuts the connection and is logged. */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncIterable<Uint8Array>,
  log: Log,
): Promise<FastifyReply> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  const response = reply.raw
  try {
    // The request may have timed out meanwhile.
    if (!reply.sent) {
      reply.hijack()
      response.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
      if (await passOn(first, iterator, response)) response.end()
    }
  } catch (err) {
    response.destroy()
    log.warn({ err, request_id: reply.request.id }, 'A download broke off.')
  } finally {
    await iterator.return?.()
  }
  return reply
}

export function sendWhole(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders).end(bytes)
  return reply
}

async function passOn(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
  response: ServerResponse,
): Promise<boolean> {
  for (let next = first; next.done !== true; next = await rest.next()) {
    if (!(await taken(response, next.value))) return false
  }
  return true
}

/** Resolves when the piece is sent, to false if the client disconnected. */
function taken(response: ServerResponse, piece: Uint8Array): Promise<boolean> {
  const { socket } = response.req
  if (socket.destroyed || response.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    // A pipelined response gets no other event.
    const onClose = (): void => resolve(false)
    socket.once('close', onClose)
    response.write(piece, (error) => {
      socket.off('close', onClose)
      resolve(!error)
    })
  })
}
