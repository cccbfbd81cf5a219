import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import type { Log } from '../platform/log/log.ts'
import { monotonicMs } from '../platform/clock.ts'
import { Exchange } from './exchange.ts'
import type { Envelope } from './envelope.ts'
import type { Random } from '../platform/random.ts'

/** What an origin says where no service is mounted, and to bytes that are no HTTP. */
export interface OriginProfile {
  readonly name: string
  readonly envelope: Envelope
  readonly codes: { readonly notFound: string; readonly malformed: string; readonly failed: string }
}

export interface OriginOptions {
  readonly profile: OriginProfile
  readonly log: Log
  readonly random: Random
  /** How many proxies in front may speak in X-Forwarded-For. */
  readonly trustedProxies: number
  /** PEM texts; without them the origin speaks plain http. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly observe: (seen: Observation) => void
  /** Adds the hooks of tracing. */
  readonly trace?: ((app: FastifyInstance) => void) | undefined
}

/** One answered (or abandoned) request, for metrics. */
export interface Observation {
  readonly service: string
  readonly endpoint: string
  /** 499 when the client went away before the answer was complete. */
  readonly status: number
  readonly seconds: number
}

/** A connection that sends and receives nothing for so long is closed; long transfers may go on for hours. */
const idleMsMax = 120_000
const keepAliveMs = 65_000

/** Answers 404 to a URL that cannot be decoded. */
type AnswerUndecodable = (reply: FastifyReply) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** How a path begins → who says that it cannot be decoded, where that is not the origin itself. */
    readonly undecodable: Map<string, AnswerUndecodable>
  }
}

/** An HTTP origin: request ids, one log line a request, and answers for what no service takes. */
export function createOrigin(options: OriginOptions): FastifyInstance {
  const { profile, random, trustedProxies } = options
  const settings: FastifyServerOptions = {
    logger: false,
    trustProxy: (_address, hop) => hop < trustedProxies,
    genReqId: () => `req_${random.base62(20)}`,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    serverFactory: (handler) => createServer(handler, options),
    routerOptions: { maxParamLength: 500 },
    bodyLimit: Number.MAX_SAFE_INTEGER,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, request, reply) => {
      answerBadUrl(app, request, reply, profile)
    },
  }
  const app = Fastify(settings)
  endConnectionsOnClose(app)
  app.decorateRequest('exchange')
  app.decorate('undecodable', new Map<string, AnswerUndecodable>())
  app.addHook('onRequest', (request, reply, done) => {
    request.exchange = new Exchange(request.id)
    reply.header('X-Request-Id', request.id)
    reply.raw.once('close', () => record(request, reply.raw, options))
    done()
  })
  options.trace?.(app)
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(failure(profile, profile.codes.notFound, 'No endpoint at that path.')),
  )
  app.setErrorHandler((error, request, reply) => {
    options.log.error({ err: error, request_id: request.id, origin: profile.name }, 'failed')
    return reply.code(500).send(failure(profile, profile.codes.failed, 'Something went wrong.'))
  })
  return app
}

/** How long requests that run may take to finish once the origin closes. */
const farewellMsMax = 30_000

/**
 * Closing waits for requests that run. Their connections would be kept alive afterwards and hold the close up, so each
 * is ended as soon as it is idle; after a while the rest is cut.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    setTimeout(() => app.server.closeAllConnections(), farewellMsMax).unref()
    done()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
}

function createServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  options: OriginOptions,
): Server {
  const limits = { keepAliveTimeout: keepAliveMs, requestTimeout: 0, headersTimeout: 60_000 }
  const server = options.tls
    ? https.createServer({ ...limits, ...options.tls }, handler)
    : http.createServer(limits, handler)
  server.setTimeout(idleMsMax)
  server.on('clientError', (error, socket) => refuseBytes(error, socket as Socket, options))
  // `Expect: 100-continue` is answered when the body is wanted, so that a refused upload is never sent.
  server.on('checkContinue', handler)
  return server
}

/** A URL that cannot be decoded never reaches the router, nor its hooks. */
function answerBadUrl(
  { undecodable }: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  profile: OriginProfile,
): void {
  reply.header('X-Request-Id', request.id)
  const [, answer] = [...undecodable].find(([prefix]) => request.url.startsWith(prefix)) ?? []
  if (answer) return answer(reply)
  void reply.code(404).send(failure(profile, profile.codes.notFound, 'No endpoint at that path.'))
}

const failure = ({ envelope }: OriginProfile, code: string, message: string): unknown =>
  envelope.failure({ code, message, details: undefined })

/** One log line and one measurement a request, whether it was answered, refused or given up by the client. */
function record(
  request: { readonly exchange: Exchange; readonly method: string },
  response: ServerResponse,
  { profile, log, observe }: OriginOptions,
): void {
  const { exchange } = request
  const complete = response.writableFinished
  if (!complete) exchange.abort()
  const ms = monotonicMs() - exchange.startedMs
  const status = complete ? response.statusCode : 499
  const endpoint = exchange.endpoint?.id ?? exchange.page?.id ?? 'none'
  const service = exchange.service?.name ?? profile.name
  observe({ service, endpoint, status, seconds: ms / 1000 })
  log.info(
    {
      request_id: exchange.id,
      origin: profile.name,
      service,
      endpoint,
      method: request.method,
      status,
      code: exchange.code,
      ...exchange.logFields,
      ms: Math.round(ms * 10) / 10,
    },
    complete ? 'answered' : 'aborted',
  )
}

/** Bytes that are no HTTP request still get an answer in the origin's shape, with a request id. */
function refuseBytes(error: Error & { code?: string }, socket: Socket, options: OriginOptions): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const id = `req_${options.random.base62(20)}`
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const status = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const { profile, log } = options
  const body = JSON.stringify(failure(profile, profile.codes.malformed, 'This is not a valid HTTP request.'))
  log.info(
    { request_id: id, origin: profile.name, status: tooLong ? 431 : 400, reason: error.code },
    'malformed',
  )
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
