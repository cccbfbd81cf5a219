import type { FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs } from '../clock.ts'
import type { Endpoint } from './endpoint.ts'
import type { Principal } from './principal.ts'
import type { ServiceProfile } from './service.ts'

/** One request and its answer, from the first byte of the head to the last of the body. */
export interface Exchange {
  readonly id: string
  readonly startedMs: number
  service?: ServiceProfile
  endpoint?: Endpoint
  principal?: Principal
  /** Code of the problem that was answered. */
  code?: string
  /** Aborts when the client goes away or the time is up. Made when somebody asks, which most requests never do. */
  readonly signal: () => AbortSignal
  readonly abort: () => void
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange
  }
}

export function newExchange(id: string): Exchange {
  let controller: AbortController | undefined
  let aborted = false
  return {
    id,
    startedMs: monotonicMs(),
    signal: () => {
      controller ??= new AbortController()
      if (aborted) controller.abort()
      return controller.signal
    },
    abort: () => {
      aborted = true
      controller?.abort()
    },
  }
}

/** How long what is left of a refused body is read and thrown away before the connection is cut. */
const drainMsMax = 5000

/**
 * A request may be answered before its body was read. The rest is drained for a while, because a connection that is
 * cut at once takes the answer with it; then it is cut, because the sender may go on for ever.
 */
export function boundDrain(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return
  request.raw.resume()
  setTimeout(() => {
    if (!request.raw.complete) reply.raw.socket?.destroy()
  }, drainMsMax).unref()
}
