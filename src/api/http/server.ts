import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { isAmbiguous } from '../../platform/http/ambiguous-head.ts'
import { trustOf } from '../../platform/http/trusted-proxies.ts'
import type { OriginOptions, OriginProfile } from './origin-options.ts'

/** For the TLS handshake, and for the head from its first byte. */
const headMsMax = 10_000
/** For idle connections; transfers may take hours. */
const idleMsMax = 120_000
const keepAliveMs = 65_000

/** What a relaying gateway adds to a head. */
const relayedBytesMax = 1024

export function createServer(
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
  // A head without Host is refused later, because Node's own answer has no request ID.
  const limits = {
    keepAliveTimeout: keepAliveMs,
    requestTimeout: 0,
    headersTimeout: headMsMax,
    connectionsCheckingInterval: 1000,
    handshakeTimeout: headMsMax,
    requireHostHeader: false,
    maxHeaderSize: http.maxHeaderSize + (options.relaySeal ? relayedBytesMax : 0),
  }
  const server = options.tls
    ? https.createServer({ ...limits, ...options.tls }, handle)
    : http.createServer(limits, handle)
  server.setTimeout(idleMsMax)
  requests?.watch(server)
  options.connections?.bound(server, trustOf(options.trustedProxies))
  server.on('clientError', (error, socket) => refuseBytes(error, socket as Socket, options))
  // Answered when the body is read, so that a refused upload is never sent.
  server.on('checkContinue', handle)
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    refuseHead(response, '417 Expectation Failed', 'EXPECTATION', options),
  )
  return server
}

/** Called when a request arrives and when its answer is sent, because draining may begin in between. */
export function endWhenDraining(response: ServerResponse, { draining }: OriginOptions): void {
  if (draining?.() === true) response.shouldKeepAlive = false
}

export const failureIn = ({ envelope }: OriginProfile, code: string, message: string): unknown =>
  envelope.failure({ code, message, details: undefined })

function refuseHead(response: ServerResponse, line: string, reason: string, options: OriginOptions): void {
  const { status, headers, body } = refusal(line, reason, options)
  response.writeHead(Number.parseInt(status, 10), headers).end(body)
}

const tooLate = 'ERR_HTTP_REQUEST_TIMEOUT'
const lineOf: Readonly<Record<string, string>> = {
  [tooLate]: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Bytes that are not HTTP still get an answer in the origin's shape, with a request ID. */
function refuseBytes(error: Error & { code?: string }, socket: Socket, options: OriginOptions): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  // Browsers preconnect, and would take an answer for that to their next request.
  if (error.code === tooLate && socket.bytesRead === 0) return void socket.destroy()
  const line = lineOf[error.code ?? ''] ?? '400 Bad Request'
  const { status, headers, body } = refusal(line, error.code, options)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`)
}

function refusal(status: string, reason: string | undefined, { profile, log, random }: OriginOptions) {
  const id = `req_${random.base62(20)}`
  const body = JSON.stringify(failureIn(profile, profile.codes.malformed, 'The request is not valid HTTP.'))
  log.info({ request_id: id, origin: profile.name, status: Number.parseInt(status, 10), reason }, 'malformed')
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': id,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  return { status, headers, body }
}
