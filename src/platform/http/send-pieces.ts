import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Log } from '../log/log.ts'

/**
 * Sends a body whose length is in the headers, piece by piece: the next one is asked for when the connection has taken
 * the last, so a slow client holds up the reading instead of filling the memory. Throws when the first piece
 * fails, which can still be answered; a later failure breaks the answer off and is logged.
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncIterable<Uint8Array>,
  log: Log,
): Promise<FastifyReply> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  const response = reply.raw
  try {
    // The time limit may have answered while the first piece was fetched.
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

/** Sends a body that is in memory, as it is: nothing compresses it on its way. */
export function sendWhole(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders).end(bytes)
  return reply
}

/** False when the client disconnected before the end. */
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

/** Resolves when the connection has no more use for the piece; with false when the client went away. */
function taken(response: ServerResponse, piece: Uint8Array): Promise<boolean> {
  const { socket } = response.req
  if (socket.destroyed || response.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    // Nothing else tells of an answer that waits behind others that its connection is gone.
    const onClose = (): void => resolve(false)
    socket.once('close', onClose)
    response.write(piece, (error) => {
      socket.off('close', onClose)
      resolve(!error)
    })
  })
}
