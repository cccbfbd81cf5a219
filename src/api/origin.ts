import http, { type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { monotonicMs } from '../platform/clock.ts'
import { AdmissionQueue } from '../platform/concurrency/admission-queue.ts'
import { takeConnectionBytes } from '../platform/http/connection-bytes.ts'
import { compressAnswer } from '../platform/http/compression.ts'
import { trustOf } from '../platform/http/trusted-proxies.ts'
import { methodOf, routeByStandIn } from '../platform/http/request-method.ts'
import { decodable } from './http/request-path.ts'
import { boundDrain, drained, Exchange, failRequest, flowKeysOf, mustLinger, pathOf } from './exchange.ts'
import { answerNotFound } from './http/not-found.ts'
import { isSchema } from './result.ts'
import type { OriginOptions } from './http/origin-options.ts'
import { createServer, endWhenDraining, failureIn } from './http/server.ts'
import { relayHeader } from './http/relay-seal.ts'

/** The limit of a whole head, so that an ID of any length reaches its endpoint. */
const segmentCharactersMax = http.maxHeaderSize

const failedSentence = 'Something went wrong. Retry; if it fails again, report X-Request-Id.'

/** Routes declare no schemas to Fastify, and its own compilers would load a hundred modules. */
const noCompiler = (): never => {
  throw new Error('Routes have no schemas of Fastify: endpoints check what comes in and goes out.')
}

/** An HTTP origin with request IDs, one log line per request, and answers for unknown paths. */
export function createOrigin(options: OriginOptions): FastifyInstance {
  const { profile, random, trustedProxies, relaySeal, requests } = options
  const settings: FastifyServerOptions = {
    logger: false,
    trustProxy: trustOf(trustedProxies),
    genReqId: () => `req_${random.base62(20)}`,
    requestIdHeader: false,
    rewriteUrl: (request) => {
      routeByStandIn(request)
      return decodable(pathOf(request.url ?? '/'))
    },
    exposeHeadRoutes: false,
    serverFactory: (handler) => createServer(handler, options),
    routerOptions: { maxParamLength: segmentCharactersMax },
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    bodyLimit: Number.MAX_SAFE_INTEGER,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }
  const app = Fastify(settings)
  const admissionQueue = new AdmissionQueue()
  endConnectionsOnClose(app)
  app.decorateRequest('exchange')
  app.addHook('onRequest', (request, reply, done) => {
    // Makes Node remember the address, which it cannot tell once the connection is reset.
    void request.raw.socket.remoteAddress
    const relayedFor = relaySeal?.read(request.headers[relayHeader])
    if (relayedFor !== undefined) options.connections?.exempt(request.raw.socket)
    request.exchange = new Exchange(request.id, () => relayedFor ?? addressOf(request))
    reply.header('X-Request-Id', request.id)
    reply.raw.once('finish', () => boundDrain(request))
    reply.raw.once('close', () => record(request, reply.raw, options))
    requests?.endWith((error) => failRequest(error, reply, options.log))
    admissionQueue.admit(() => flowKeysOf(request), done)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    endWhenDraining(reply.raw, options)
    done(null, payload)
  })
  app.addHook('onSend', compressAnswer)
  app.addHook('onSend', lingerBeforeClose)
  options.trace?.(app)
  // Endpoints and pages read bodies themselves.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
  app.setNotFoundHandler((request, reply) => answerNotFound(profile, request, reply))
  app.setErrorHandler((error, request, reply) => {
    // Fastify checks the content type even for an unknown path.
    if ((error as { code?: unknown }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      return answerNotFound(profile, request, reply)
    options.log.error({ err: error, request_id: request.id, origin: profile.name }, 'failed')
    return reply.code(500).send(failureIn(profile, profile.codes.failed, failedSentence))
  })
  return app
}

/** Unknown when the connection was reset before the request began. */
const addressOf = ({ ip }: { readonly ip: string | undefined }): string => ip ?? '0.0.0.0'

/** Closing a connection while a body is arriving loses the answer, so its end waits until the body is drained. */
function lingerBeforeClose(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const isWhole = typeof payload === 'string' || payload instanceof Buffer
  if (!isWhole || !mustLinger(request, reply.raw)) return done(null, payload)
  reply.header('Content-Length', Buffer.byteLength(payload))
  done(null, Readable.from(thenDrain(payload, request)))
}

async function* thenDrain(
  payload: string | Buffer,
  request: FastifyRequest,
): AsyncGenerator<string | Buffer> {
  yield payload
  await drained(request)
}

/** Grace period for running requests on close. */
const closeGraceMs = 30_000

/** Kept-alive connections would delay the close: each is ended once idle, and the rest after the grace period. */
function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    setTimeout(() => app.server.closeAllConnections(), closeGraceMs).unref()
    done()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
}

function record(
  request: FastifyRequest,
  response: ServerResponse,
  { profile, log, observe, requestLog, logAddresses = false }: OriginOptions,
): void {
  const { exchange } = request
  const complete = response.writableFinished
  if (!complete) exchange.abort()
  const ms = monotonicMs() - exchange.startedMs
  const status = complete ? response.statusCode : 499
  const endpoint = exchange.endpoint?.id ?? exchange.page?.id ?? 'none'
  const service = exchange.service?.name ?? profile.name
  const bytes = takeConnectionBytes(request.raw.socket)
  observe({ service, endpoint, status, seconds: ms / 1000, bytes, page: exchange.page })
  log.info(
    {
      request_id: exchange.id,
      origin: profile.name,
      service,
      endpoint,
      method: methodOf(request),
      status,
      code: exchange.code,
      ...(logAddresses && { address: exchange.address }),
      ...exchange.logFields,
      bytes_in: bytes.received,
      bytes_out: bytes.sent,
      ms: Math.round(ms * 10) / 10,
    },
    complete ? 'answered' : 'aborted',
  )
  const { id: requestId, requester, code } = exchange
  if (!requestLog || !requester) return
  if (exchange.endpoint?.definition.isRecorded === false && code === undefined) return
  requestLog.record({
    requestId,
    requester,
    service,
    endpoint: exchange.endpoint,
    method: methodOf(request),
    // A stream of events ends when the client disconnects.
    status: isEventStream(exchange) && response.headersSent ? response.statusCode : status,
    code,
    ms,
    address: exchange.address,
  })
}

function isEventStream({ endpoint }: Exchange): boolean {
  const result = endpoint?.definition.result
  return result !== undefined && !isSchema(result) && result.kind === 'events'
}
