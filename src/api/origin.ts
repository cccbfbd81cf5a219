import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import type { Log } from '../platform/log/log.ts'
import { monotonicMs } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import { isAmbiguous } from '../platform/http/ambiguous-head.ts'
import { Arrivals } from '../platform/http/arrivals.ts'
import { takeConnectionBytes, type ConnectionBytes } from '../platform/http/connection-bytes.ts'
import type { RunningRequests } from '../platform/http/running-requests.ts'
import { compressAnswer } from '../platform/http/compression.ts'
import { trustOf, type TrustedProxies } from '../platform/http/trusted-proxies.ts'
import type { Envelope } from './envelope.ts'
import { methodOf, routeByStandIn } from '../platform/http/request-method.ts'
import { decodable, pathOf } from './request-path.ts'
import { boundDrain, drained, Exchange, failRequest, mustLinger, partiesOf } from './exchange.ts'
import { relayHeader, type RelaySeal } from './relay-seal.ts'

/** How an origin answers where no service is mounted, and to bytes that are not HTTP. */
export interface OriginProfile {
  readonly name: string
  readonly envelope: Envelope
  readonly codes: { readonly notFound: string; readonly malformed: string; readonly failed: string }
}

export interface OriginOptions {
  readonly profile: OriginProfile
  readonly log: Log
  readonly random: Random
  /** Proxies in front whose X-Forwarded-For is trusted. */
  readonly trustedProxies: TrustedProxies
  /** Whether the log says where requests came from. */
  readonly logAddresses?: boolean | undefined
  /** Verifies what a relaying process of the same installation says about its client. */
  readonly relaySeal?: RelaySeal | undefined
  /** PEM texts; without them the origin serves plain http. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly observe: (seen: Observation) => void
  /** Whether the process is about to stop: then answers end their connections, so that callers turn to another one. */
  readonly draining?: (() => boolean) | undefined
  /** Tracks the running requests, so that an uncaught exception ends one of them and not the process. */
  readonly requests?: RunningRequests | undefined
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
  readonly bytes: ConnectionBytes
  readonly page: Exchange['page']
}

/** An idle connection is closed after this long; transfers may take hours. */
const idleMsMax = 120_000
const keepAliveMs = 65_000

/** What a relaying gateway adds to a head that it accepted itself. */
const relayedBytesMax = 1024

/** As long as a whole head may be, so that an id of any length reaches its endpoint. */
const segmentCharactersMax = http.maxHeaderSize

const failedSentence = 'Something went wrong. Retry; if it fails again, report X-Request-Id.'

/** Routes declare no schemas to Fastify; its own compilers, which none would use, are a hundred modules to load. */
const noCompiler = (): never => {
  throw new Error('Routes have no schemas of Fastify: endpoints check what comes in and goes out.')
}

/** An HTTP origin: request ids, one log line a request, and answers where no service is mounted. */
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
  const arrivals = new Arrivals()
  endConnectionsOnClose(app)
  app.decorateRequest('exchange')
  app.addHook('onRequest', (request, reply, done) => {
    // Once a connection is reset, Node knows where it came from only if it was asked before.
    void request.raw.socket.remoteAddress
    request.exchange = new Exchange(
      request.id,
      () => relaySeal?.read(request.headers[relayHeader]) ?? addressOf(request),
    )
    reply.header('X-Request-Id', request.id)
    reply.raw.once('finish', () => boundDrain(request))
    reply.raw.once('close', () => record(request, reply.raw, options))
    requests?.endWith((error) => failRequest(error, reply, options.log))
    arrivals.admit(() => partiesOf(request), done)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    endWhenDraining(reply.raw, options)
    done(null, payload)
  })
  app.addHook('onSend', compressAnswer)
  app.addHook('onSend', lingerBeforeClose)
  options.trace?.(app)
  // Endpoints and pages read bodies as they declare them. Nothing else reads any.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
  const refuseUnknown = (reply: FastifyReply) =>
    reply.code(404).send(failure(profile, profile.codes.notFound, 'This path does not exist.'))
  app.setNotFoundHandler((_request, reply) => refuseUnknown(reply))
  app.setErrorHandler((error, request, reply) => {
    // Fastify looks at the content type before it answers for an unknown path.
    if ((error as { code?: unknown }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuseUnknown(reply)
    options.log.error({ err: error, request_id: request.id, origin: profile.name }, 'failed')
    return reply.code(500).send(failure(profile, profile.codes.failed, failedSentence))
  })
  return app
}

/** Of a client whose connection was reset before its request began, nobody knows the address. */
const addressOf = ({ ip }: { readonly ip: string | undefined }): string => ip ?? '0.0.0.0'

/**
 * Closing a connection while a body still arrives loses the answer. So the whole answer is sent at once, and its end
 * waits until the body was drained.
 */
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

/** How long requests that run may take to finish once the origin closes. */
const farewellMsMax = 30_000

/**
 * Closing waits for running requests. Their connections would then be kept alive and delay the close, so each is ended
 * as soon as it is idle; after a while the rest are cut off.
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
  const { requests } = options
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    endWhenDraining(response, options)
    if (isAmbiguous(request)) refuseHead(response, '400 Bad Request', 'AMBIGUOUS', options)
    else if (requests) requests.begin(response, () => handler(request, response))
    else handler(request, response)
  }
  // A head without Host is refused here, because Node's own answer has no request id.
  const limits = {
    keepAliveTimeout: keepAliveMs,
    requestTimeout: 0,
    headersTimeout: 60_000,
    requireHostHeader: false,
    maxHeaderSize: http.maxHeaderSize + (options.relaySeal ? relayedBytesMax : 0),
  }
  const server = options.tls
    ? https.createServer({ ...limits, ...options.tls }, handle)
    : http.createServer(limits, handle)
  server.setTimeout(idleMsMax)
  requests?.watch(server)
  server.on('clientError', (error, socket) => refuseBytes(error, socket as Socket, options))
  // `Expect: 100-continue` is answered when the body is read, so that a refused upload is never sent.
  server.on('checkContinue', handle)
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    refuseHead(response, '417 Expectation Failed', 'EXPECTATION', options),
  )
  return server
}

/** Asked when a request comes and again when its answer goes: what runs longer may be overtaken by the drain. */
function endWhenDraining(response: ServerResponse, { draining }: OriginOptions): void {
  if (draining?.() === true) response.shouldKeepAlive = false
}

const failure = ({ envelope }: OriginProfile, code: string, message: string): unknown =>
  envelope.failure({ code, message, details: undefined })

/** One log line and one measurement a request, whether it was answered, refused or abandoned by the client. */
function record(
  request: FastifyRequest,
  response: ServerResponse,
  { profile, log, observe, logAddresses = false }: OriginOptions,
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
}

function refuseHead(response: ServerResponse, line: string, reason: string, options: OriginOptions): void {
  const { status, headers, body } = refusal(line, reason, options)
  response.writeHead(Number.parseInt(status, 10), headers).end(body)
}

/** Bytes that are not an HTTP request still get an answer in the origin's shape, with a request id. */
function refuseBytes(error: Error & { code?: string }, socket: Socket, options: OriginOptions): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const line = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const { status, headers, body } = refusal(line, error.code, options)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`)
}

/** The answer to bytes that do not reach a service. */
function refusal(status: string, reason: string | undefined, { profile, log, random }: OriginOptions) {
  const id = `req_${random.base62(20)}`
  const body = JSON.stringify(failure(profile, profile.codes.malformed, 'The request is not valid HTTP.'))
  log.info({ request_id: id, origin: profile.name, status: Number.parseInt(status, 10), reason }, 'malformed')
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': id,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  return { status, headers, body }
}
