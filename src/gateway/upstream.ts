import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

export interface OutgoingRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readable | undefined
}

/** Exactly one of `onAnswer` and `onFailure` is called, unless the request is canceled first. */
export interface AnswerHandler {
  /** The service answered `Expect: 100-continue` and wants the body. */
  readonly onContinue: () => void
  readonly onAnswer: (answer: IncomingMessage) => void
  readonly onFailure: () => void
}

export interface Upstream {
  /** Returns a function that cancels the request and destroys its connection. */
  readonly send: (outgoing: OutgoingRequest, handler: AnswerHandler) => () => void
  readonly close: () => void
}

/** Pauses before reconnecting, about as long as it takes to replace a service behind a name. */
const connectPausesMs = [50, 150, 300, 600]

const takesBody = new Set(['POST', 'PUT', 'PATCH'])
const isSafe = new Set(['GET', 'HEAD', 'OPTIONS'])

export function openUpstream(origin: string): Upstream {
  const { protocol } = new URL(origin)
  const client = protocol === 'https:' ? https : http
  // No limit on connections: otherwise slow requests of one tenant would hold up all others.
  const agent = new client.Agent({ keepAlive: true, maxFreeSockets: 64 })
  const open = ({ method, path, headers }: OutgoingRequest) =>
    client.request(origin, { agent, method, path, headers })
  return {
    send: (outgoing, handler) => {
      const request = new UpstreamRequest(open, outgoing, handler)
      request.start()
      return () => request.giveUp()
    },
    close: () => agent.destroy(),
  }
}

/** One request, over as many connections as it takes to reach the service. */
class UpstreamRequest {
  readonly #open: (outgoing: OutgoingRequest) => ClientRequest
  readonly #outgoing: OutgoingRequest
  readonly #handler: AnswerHandler
  #request: ClientRequest | undefined
  #socket: Socket | undefined
  #timer: NodeJS.Timeout | undefined
  #attempts = 0
  #reached = false
  #answered = false
  #givenUp = false

  constructor(
    open: (outgoing: OutgoingRequest) => ClientRequest,
    outgoing: OutgoingRequest,
    handler: AnswerHandler,
  ) {
    this.#open = open
    this.#outgoing = outgoing
    this.#handler = handler
  }

  start(): void {
    const { body, headers } = this.#outgoing
    const request = this.#open(this.#outgoing)
    this.#request = request
    // The headers already frame the body.
    request.useChunkedEncodingByDefault = false
    request.once('socket', (socket) => this.#connect(socket))
    request.once('response', (answer) => this.#answer(answer))
    request.on('error', (error: NodeJS.ErrnoException) => this.#fail(error, request.reusedSocket))
    if (!body) {
      request.end()
      return
    }
    request.once('continue', () => {
      this.#handler.onContinue()
      body.pipe(request)
    })
    // The service may refuse on the head alone.
    if (headers.expect === undefined) request.flushHeaders()
  }

  giveUp(): void {
    if (this.#givenUp) return
    this.#givenUp = true
    clearTimeout(this.#timer)
    if (this.#request) this.#outgoing.body?.unpipe(this.#request)
    this.#request?.destroy()
  }

  #connect(socket: Socket): void {
    this.#socket = socket
    const reached = () => {
      this.#reached = true
      const { body, headers } = this.#outgoing
      if (body && headers.expect === undefined && this.#request) body.pipe(this.#request)
    }
    if (socket.connecting) socket.once('connect', reached)
    else reached()
  }

  #answer(answer: IncomingMessage): void {
    this.#answered = true
    answer.once('end', () => {
      if (!this.#mayKeepConnection()) this.#socket?.destroy()
    })
    this.#handler.onAnswer(answer)
  }

  /** False after a body that servers may overlook or that was not sent completely. */
  #mayKeepConnection(): boolean {
    const { body, method } = this.#outgoing
    return body === undefined || (takesBody.has(method) && body.readableEnded)
  }

  #fail(error: NodeJS.ErrnoException, reused: boolean): void {
    if (this.#givenUp || this.#answered) return
    const pause = this.#pauseBeforeRetry(error, reused)
    if (pause === undefined) {
      this.#handler.onFailure()
      return
    }
    this.#attempts++
    this.#timer = setTimeout(() => this.start(), pause)
  }

  /** A request that may have arrived is retried once, if it is safe and its kept-alive connection was closed. */
  #pauseBeforeRetry(error: NodeJS.ErrnoException, reused: boolean): number | undefined {
    if (!this.#reached) return connectPausesMs[this.#attempts]
    const { body, method } = this.#outgoing
    const isLost = error.code === 'ECONNRESET' || error.code === 'EPIPE'
    const mayRepeat = reused && isLost && body === undefined && isSafe.has(method) && this.#attempts === 0
    return mayRepeat ? 0 : undefined
  }
}
