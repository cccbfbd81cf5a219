import { monotonicMs } from '../clock.ts'
import { Deadline } from '../deadline.ts'
import { checkTarget } from './check.ts'
import { OutgoingFailure, type FailureReason } from './failure.ts'
import { KeptConnections } from './kept-connections.ts'
import { send, type Received } from './send.ts'
import { findTarget, type Reach, type TargetRules } from './target.ts'

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly reach: Reach
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly limits?: Partial<OutgoingLimits>
  /** Takes a connection that was kept for the same addresses, and keeps it when the answer was read to its end. */
  readonly keepAlive?: boolean
  /** Cancels the request. */
  readonly signal?: AbortSignal
}

export interface OutgoingLimits {
  /** Until the host is found, connected and its certificate accepted. */
  readonly connectMsMax: number
  /** Until the answer is read, all in all. */
  readonly answerMsMax: number
  /** Bytes of the answer's body that are read. */
  readonly bodyBytesMax: number
}

/** What the receiver of a webhook is allowed. */
const limitsDefault: OutgoingLimits = { connectMsMax: 3000, answerMsMax: 5000, bodyBytesMax: 64 * 1024 }

/** Milliseconds from the beginning, as far as the request came. */
export interface Timings {
  readonly resolvedMs?: number
  readonly connectedMs?: number
  readonly endedMs: number
}

interface Course {
  /** What the host resolved to. */
  readonly addresses: readonly string[]
  readonly timings: Timings
}

/** What came back, whatever its status. */
export interface Answer extends Received, Course {
  readonly answered: true
}

/** What prevented an answer. */
export interface Failure extends Course {
  readonly answered: false
  readonly reason: FailureReason
  /** What the system, the resolver or TLS calls it: `ECONNREFUSED`. */
  readonly code: string | undefined
}

/** HTTP to other hosts. */
export interface Outgoing {
  /**
   * One attempt: no redirect followed, nothing repeated, except what meets a kept connection that the host has just closed. The
   * host is resolved and checked each time, also when a connection is kept.
   */
  readonly request: (request: OutgoingRequest) => Promise<Answer | Failure>
  /** Why no request with reach `public` could go to this URL; undefined when one could. Resolves the host, sends nothing. */
  readonly check: (url: string) => Promise<FailureReason | undefined>
}

export interface OutgoingOptions extends TargetRules {
  /** PEM of authorities to trust instead of those that Node knows. */
  readonly authorities?: string
}

/** Takes no proxy from the environment: a proxy would resolve the host once more, behind the check. */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  const kept = new KeptConnections()
  return { request: (request) => attempt(request, options, kept), check: (url) => checkTarget(url, options) }
}

async function attempt(
  request: OutgoingRequest,
  options: OutgoingOptions,
  kept: KeptConnections,
): Promise<Answer | Failure> {
  const { url, reach, method, headers = {}, body, signal } = request
  const limits = { ...limitsDefault, ...request.limits }
  const startedMs = monotonicMs()
  const elapsedMs = () => monotonicMs() - startedMs
  const timings: { resolvedMs?: number; connectedMs?: number } = {}
  let addresses: readonly string[] = []
  const course = (): Course => ({ addresses, timings: { ...timings, endedMs: elapsedMs() } })
  const deadline = new Deadline()
  const failure = (reason: FailureReason) => () => new OutgoingFailure(reason)
  const liftConnectBound = deadline.bound(limits.connectMsMax, failure('connect_timeout'))
  deadline.bound(limits.answerMsMax, failure('answer_timeout'))
  if (signal) deadline.follow(signal, failure('aborted'))
  const onConnected = (): void => {
    liftConnectBound()
    timings.connectedMs = elapsedMs()
  }
  try {
    const target = await findTarget(url, reach, options, deadline.signal)
    addresses = target.addresses
    timings.resolvedMs = elapsedMs()
    const { authorities } = options
    const received = await send(target, {
      method,
      headers,
      body,
      bytesMax: limits.bodyBytesMax,
      authorities,
      kept: request.keepAlive === true ? kept : undefined,
      signal: deadline.signal,
      onConnected,
    })
    return { answered: true, ...received, ...course() }
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return { answered: false, reason: error.reason, code: error.code, ...course() }
  } finally {
    deadline.close()
  }
}
