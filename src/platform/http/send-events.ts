import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** HEAD opens no stream. Proxies must not buffer. */
export const sendEvents = (reply: FastifyReply, open: () => Readable): FastifyReply =>
  reply
    .headers({
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    })
    .send(reply.request.method === 'HEAD' ? '' : open())
