import type { FastifyReply } from 'fastify'
import type { Log } from '../platform/log/log.ts'

/**
 * Answers a request after an uncaught exception, or cuts its connection when the answer has begun. The connection is not
 * used again, because its parser may have stopped in the middle of a body.
 */
export function failRequest(error: unknown, reply: FastifyReply, log: Log): void {
  const { exchange } = reply.request
  const fields = { request_id: exchange.id, endpoint: exchange.endpoint?.id }
  log.error({ err: error, ...fields }, 'An uncaught exception ended a request.')
  exchange.abort()
  reply.raw.shouldKeepAlive = false
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy()
  else reply.send(error instanceof Error ? error : new Error(String(error)))
}
