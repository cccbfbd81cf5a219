import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setCors } from '../platform/http/cors.ts'
import { problemFor } from '../api/parse.ts'
import type { ServiceProfile } from '../api/service.ts'

export interface Proxying {
  /** Path at the gateway: `/v1/files`. */
  readonly prefix: string
  readonly service: ServiceProfile
  /** Where the service is and the path it has there: `http://10.0.0.7:8081`, `/api/v1`. */
  readonly upstream: { readonly origin: string; readonly prefix: string }
  /** Bound on a whole request, answer included. */
  readonly timeoutMs: number
}

/** Headers of one connection, not of the message (RFC 9110, 7.6.1); each side of the gateway has its own. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]

/**
 * Relays a service that runs in another process: bytes stream both ways unbuffered, a client that goes away ends the
 * work behind, nothing is ever sent twice.
 */
export async function proxy(app: FastifyInstance, proxying: Proxying): Promise<void> {
  const { protocol } = new URL(proxying.upstream.origin)
  const client = protocol === 'https:' ? https : http
  const agent = new client.Agent({ keepAlive: true, maxSockets: 1024, maxFreeSockets: 64 })
  await app.register(
    (scope, _options, done) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
      scope.addHook('onClose', (_instance, closed) => {
        agent.destroy()
        closed()
      })
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        relay(request, reply, proxying, client, agent)
      for (const url of ['', '/*']) scope.all(url, handler)
      done()
    },
    { prefix: proxying.prefix },
  )
}

function relay(
  request: FastifyRequest,
  reply: FastifyReply,
  { prefix, service, upstream, timeoutMs }: Proxying,
  client: Pick<typeof http, 'request'>,
  agent: http.Agent,
): FastifyReply {
  request.exchange.service = service
  // From here on the raw response is ours; Fastify would buffer nothing either, but it cannot relay an abort.
  reply.hijack()
  const target = new URL(upstream.prefix + (request.raw.url ?? '').slice(prefix.length), upstream.origin)
  const outgoing = client.request(target, {
    agent,
    method: request.method,
    headers: requestHeaders(request),
  })
  const timer = setTimeout(() => outgoing.destroy(new GatewayTimeout()), timeoutMs)
  reply.raw.once('close', () => {
    clearTimeout(timer)
    outgoing.destroy()
  })
  outgoing.on('response', (incoming) => passOn(incoming, reply))
  outgoing.on('error', (error) => refuse(error, request, reply, service))
  if (request.headers.expect !== undefined) reply.raw.writeContinue()
  request.raw.pipe(outgoing)
  return reply
}

class GatewayTimeout extends Error {}

function requestHeaders(request: FastifyRequest): IncomingHttpHeaders {
  const headers = withoutHopByHop(request.headers)
  const chain = [request.headers['x-forwarded-for'], request.socket.remoteAddress].flat().filter(Boolean)
  headers['x-forwarded-for'] = chain.join(', ')
  return headers
}

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const dropped = new Set([...hopByHop, ...named])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

function passOn(incoming: IncomingMessage, reply: FastifyReply): void {
  reply.raw.writeHead(incoming.statusCode ?? 502, withoutHopByHop(incoming.headers))
  incoming.pipe(reply.raw)
  // An answer that breaks off behind must break off in front too, not look complete.
  incoming.on('aborted', () => reply.raw.destroy())
}

function refuse(error: Error, request: FastifyRequest, reply: FastifyReply, service: ServiceProfile): void {
  if (reply.raw.destroyed) return
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  const fault = error instanceof GatewayTimeout ? 'timed_out' : 'unreachable'
  const problem = problemFor({ service }, service.codes[fault])
  request.exchange.code = problem.code
  if (service.cors) setCors(reply)
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(problem.status, { 'Content-Type': 'application/json; charset=utf-8' })
  reply.raw.end(JSON.stringify(service.envelope.failure(problem)))
  request.raw.resume()
}
