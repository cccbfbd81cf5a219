import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

const routed = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
/** Like most of those that it stands for, Fastify expects no body of it. */
const standIn = 'TRACE'
const asked = new WeakMap<IncomingMessage, string>()

/**
 * A method that no endpoint takes is refused like any other wrong one. Node parses 34, and to add each path with all of
 * them took the router a tenth of a start; so one of them stands for all that no endpoint will ever take.
 */
export function routeByStandIn(request: IncomingMessage): void {
  const { method = '' } = request
  if (routed.has(method)) return
  asked.set(request, method)
  request.method = standIn
}

/** The method that the client wrote. */
export const methodOf = ({ raw, method }: FastifyRequest): string => asked.get(raw) ?? method
