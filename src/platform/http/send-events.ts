import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Answers with server-sent events. HEAD opens no stream. Proxies are told to pass events on at once. */
export const sendEvents = (reply: FastifyReply, open: () => Readable): FastifyReply =>
  reply
    .headers({
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    })
    .send(reply.request.method === 'HEAD' ? '' : open())
