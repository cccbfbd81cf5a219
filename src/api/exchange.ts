import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs } from '../platform/clock.ts'
import type { Log } from '../platform/log/log.ts'
import type { Caller, CallerKind, Nobody, Requester } from './caller.ts'
import type { Endpoint } from './endpoint.ts'
import type { ServiceProfile } from './service.ts'

const stranger: Nobody = { kind: 'nobody' }

export class Exchange {
  readonly id: string
  readonly startedMs = monotonicMs()
  service?: ServiceProfile
  endpoint?: Endpoint
  page?: { readonly id: string; readonly site: { readonly name: string } }
  principal: Caller = stranger
  requester?: Requester | undefined
  logFields?: ReturnType<CallerKind['logFields']>
  code?: string
  /** Whether the client was told to continue after `Expect`. */
  continued = false
  readonly #findAddress: () => string
  #address: string | undefined
  #controller: AbortController | undefined
  #aborted = false

  constructor(id: string, findAddress: () => string) {
    this.id = id
    this.#findAddress = findAddress
  }

  /** The socket's address, or what trusted proxies say. Computed on demand, since most requests never ask. */
  get address(): string {
    return (this.#address ??= this.#findAddress())
  }

  /** Aborts when the client disconnects or the time is up. Created on demand, since most requests never ask. */
  signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#aborted) this.#controller.abort()
    return this.#controller.signal
  }

  abort(): void {
    this.#aborted = true
    this.#controller?.abort()
  }
}

/** A request without its body. A class, because an object literal with getters costs more than all else allocated for it. */
export class RequestView {
  readonly requestId: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly params: Readonly<Record<string, string | undefined>>
  readonly #exchange: Exchange

  constructor({ exchange, method, headers, params }: FastifyRequest) {
    this.requestId = exchange.id
    this.method = method
    this.headers = headers
    this.params = params as RequestView['params']
    this.#exchange = exchange
  }

  get address(): string {
    return this.#exchange.address
  }

  get signal(): AbortSignal {
    return this.#exchange.signal()
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange
  }
}

/** The path and query of a request target, which may be a whole URL (RFC 9112, 3.2.2). */
export const pathOf = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')

/** A key, or a visitor's address and the page. */
export function flowKeysOf({ headers, url, exchange }: FastifyRequest): readonly string[] {
  const { authorization } = headers
  return authorization === undefined
    ? [exchange.address, pathOf(url).split('?', 1)[0] ?? '']
    : [authorization]
}

export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Tells a client that sent `Expect` to send the body. */
export function sendContinue({ headers, exchange }: FastifyRequest, response: ServerResponse): void {
  if (headers.expect === undefined || !hasBody(headers)) return
  exchange.continued = true
  response.writeContinue()
}

/** How long an unread body is drained before the connection is closed. */
const drainMsMax = 5000

/** Closing the connection at once would lose the answer, and the sender may never stop. */
export function boundDrain(request: FastifyRequest): void {
  if (request.raw.complete) return
  request.raw.resume()
  setTimeout(() => {
    if (!request.raw.complete) request.raw.destroy()
  }, drainMsMax).unref()
}

/** Whether a body is still arriving. A client that sent `Expect` and was not told to continue sends none. */
export function mustLinger(request: FastifyRequest, response: ServerResponse): boolean {
  const { raw, headers } = request
  if (raw.complete || response.shouldKeepAlive) return false
  return headers.expect === undefined || request.exchange.continued
}

/** Resolves when the body is drained, the client disconnects, or the time is up. */
export function drained({ raw }: FastifyRequest): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainMsMax).unref()
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    if (raw.complete || raw.destroyed) done()
    else raw.once('end', done).once('close', done).resume()
  })
}

/** After an uncaught exception. The connection is not reused: its parser may have stopped within a body. */
export function failRequest(error: unknown, reply: FastifyReply, log: Log): void {
  const { exchange } = reply.request
  const fields = { request_id: exchange.id, endpoint: exchange.endpoint?.id }
  log.error({ err: error, ...fields }, 'An uncaught exception ended a request.')
  exchange.abort()
  reply.raw.shouldKeepAlive = false
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy()
  else reply.send(error instanceof Error ? error : new Error(String(error)))
}
