import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

const routed = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
const standIn = 'TRACE'
const asked = new WeakMap<IncomingMessage, string>()

/** Registering each path for all 34 methods of Node takes a tenth of the start, so one stands for the unsupported ones. */
export function routeByStandIn(request: IncomingMessage): void {
  const { method = '' } = request
  if (routed.has(method)) return
  asked.set(request, method)
  request.method = standIn
}

export const methodOf = ({ raw, method }: FastifyRequest): string => asked.get(raw) ?? method
