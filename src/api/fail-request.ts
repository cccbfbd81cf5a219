import type { FastifyReply } from 'fastify'
import type { Log } from '../platform/log/log.ts'

/** Answers a request after an exception that nothing caught. Whatever else its connection carries cannot be trusted. */
export function failRequest(error: unknown, reply: FastifyReply, log: Log): void {
  const { exchange } = reply.request
  const fields = { request_id: exchange.id, endpoint: exchange.endpoint?.id }
  log.error({ err: error, ...fields }, 'An exception that nothing caught ended a request.')
  exchange.abort()
  reply.raw.shouldKeepAlive = false
  if (reply.sent) reply.raw.destroy()
  else reply.send(error instanceof Error ? error : new Error(String(error)))
}
