import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerProblem } from '../api/http/answer.ts'
import { refuseDotSegments } from '../api/http/dot-segments.ts'
import { drained, hasBody, mustLinger, sendContinue } from '../api/exchange.ts'
import { problemFor } from '../api/parse.ts'
import { relayHeader, type RelaySeal } from '../api/http/relay-seal.ts'
import type { Fault, ServiceProfile } from '../api/service.ts'
import { setCors } from '../platform/http/cors.ts'
import { methodOf } from '../platform/http/request-method.ts'
import { requestHeaders, withoutConnection } from './headers.ts'
import { openUpstream, type OutgoingRequest, type Upstream } from './upstream.ts'

export interface Proxying {
  /** At the gateway: `/v1/files`. */
  readonly prefix: string
  readonly service: ServiceProfile
  /** `http://10.0.0.7:8081`, `/api/v1`. */
  readonly upstream: { readonly origin: string; readonly prefix: string }
  readonly timeoutMs: number
  /** Proves the client's address to the service. */
  readonly relaySeal?: RelaySeal | undefined
}

/** Unbuffered in both directions. Clients get the same answers as from a mounted service. */
export async function proxy(app: FastifyInstance, proxying: Proxying): Promise<void> {
  const upstream = openUpstream(proxying.upstream.origin)
  await app.register(
    (scope, _options, done) => {
      scope.addHook('onClose', (_instance, closed) => {
        upstream.close()
        closed()
      })
      refuseDotSegments(scope, proxying.service)
      // Ends the lifecycle here: Fastify would refuse content types that the upstream handles itself.
      scope.addHook('onRequest', (request, reply, _next) => relay(request, reply, proxying, upstream))
      for (const url of ['', '/*']) scope.all(url, neverReached)
      done()
    },
    { prefix: proxying.prefix },
  )
}

const neverReached = (): void => undefined

function relay(request: FastifyRequest, reply: FastifyReply, proxying: Proxying, upstream: Upstream): void {
  const { service, timeoutMs } = proxying
  request.exchange.service = service
  const giveUp = upstream.send(outgoingOf(request, proxying), {
    onContinue: () => sendContinue(request, reply.raw),
    onAnswer: (answer) => passOn(answer, request, reply),
    onFailure: () => refuse('unreachable', request, reply, service),
  })
  const timer = setTimeout(() => {
    giveUp()
    if (reply.raw.headersSent) reply.raw.destroy()
    else refuse('timed_out', request, reply, service)
  }, timeoutMs)
  reply.raw.once('close', () => {
    clearTimeout(timer)
    giveUp()
  })
}

function outgoingOf(request: FastifyRequest, { prefix, upstream, relaySeal }: Proxying): OutgoingRequest {
  const { raw, headers, exchange } = request
  return {
    method: methodOf(request),
    path: upstream.prefix + below(prefix, raw.url ?? ''),
    headers: requestHeaders(headers, {
      peer: request.socket.remoteAddress,
      relay: relaySeal ? { [relayHeader]: relaySeal.state(exchange.address) } : {},
    }),
    body: hasBody(headers) ? raw : undefined,
  }
}

/** The rest after the prefix, byte for byte. The router also matches a percent-encoded prefix. */
function below(prefix: string, url: string): string {
  let at = 0
  for (let seen = 0; seen < prefix.length; seen++) at += url[at] === '%' ? 3 : 1
  return url.slice(at)
}

function passOn(answer: IncomingMessage, request: FastifyRequest, reply: FastifyReply): void {
  // Takes over the raw response, because Fastify cannot relay an aborted answer.
  reply.hijack()
  const { raw } = reply
  raw.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
  answer.pipe(raw, { end: false })
  answer.once('end', () => void finish(request, reply))
  // An answer aborted upstream must be aborted here too, not look complete.
  answer.once('close', () => {
    if (!answer.complete) raw.destroy()
  })
}

/** Ends an answer as a mounted service would, even one sent before the whole body arrived. */
async function finish(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
  request.raw.unpipe()
  if (mustLinger(request, raw)) await drained(request)
  raw.end()
}

function refuse(fault: Fault, request: FastifyRequest, reply: FastifyReply, service: ServiceProfile): void {
  if (reply.raw.destroyed || reply.sent) return
  if (service.cors) setCors(reply)
  answerProblem(problemFor({ service }, service.codes[fault]), request, reply, service)
}
