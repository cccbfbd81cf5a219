import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

const routed = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
/** Fastify expects no body of it. */
const standIn = 'TRACE'
const asked = new WeakMap<IncomingMessage, string>()

/**
 * Node parses 34 methods, and registering each path for all of them takes a tenth of the start, so one stands for all
 * unsupported methods.
 */
export function routeByStandIn(request: IncomingMessage): void {
  const { method = '' } = request
  if (routed.has(method)) return
  asked.set(request, method)
  request.method = standIn
}

export const methodOf = ({ raw, method }: FastifyRequest): string => asked.get(raw) ?? method
