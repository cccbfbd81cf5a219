import type { FastifyRequest } from 'fastify'
import { monotonicMs } from '../platform/clock.ts'
import type { Caller, CallerKind, Nobody } from './caller.ts'
import type { Endpoint } from './endpoint.ts'
import type { ServiceProfile } from './service.ts'

const stranger: Nobody = { kind: 'nobody' }

/** One request and its answer, from the first byte of the head to the last of the body. */
export class Exchange {
  readonly id: string
  readonly startedMs = monotonicMs()
  service?: ServiceProfile
  endpoint?: Endpoint
  /** The page that answers, where no endpoint does. */
  page?: { readonly id: string }
  principal: Caller = stranger
  /** What the log tells of the caller. */
  logFields?: ReturnType<CallerKind['logFields']>
  /** Code of the problem that was answered. */
  code?: string
  #controller: AbortController | undefined
  #aborted = false

  constructor(id: string) {
    this.id = id
  }

  /** Aborts when the client goes away or the time is up. Made when somebody asks, which most requests never do. */
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

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange
  }
}

/** How long what is left of a refused body is read and thrown away before the connection is cut. */
const drainMsMax = 5000

/**
 * A request may be answered before its body was read. The rest is drained for a while, because a connection that is
 * cut at once takes the answer with it; then it is cut, because the sender may go on for ever.
 */
export function boundDrain(request: FastifyRequest): void {
  if (request.raw.complete) return
  request.raw.resume()
  setTimeout(() => {
    if (!request.raw.complete) request.raw.destroy()
  }, drainMsMax).unref()
}
