import type { Requester } from '../caller.ts'
import type { Endpoint } from '../endpoint.ts'

/** A request of an identified caller. It has no values of paths, queries, headers, or bodies. */
export interface AnsweredRequest {
  readonly requestId: string
  readonly requester: Requester
  readonly service: string
  /** Undefined when no operation has this path and method. */
  readonly endpoint: Endpoint | undefined
  readonly method: string
  /** 499 when the client disconnected before the answer was complete. */
  readonly status: number
  readonly code: string | undefined
  readonly ms: number
  readonly address: string
}

export interface RequestLog {
  /** Never throws and never waits. */
  readonly record: (request: AnsweredRequest) => void
}
