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
  /** Reuses a kept connection to the same addresses, and keeps it after a complete response. */
  readonly keepAlive?: boolean
  readonly signal?: AbortSignal
}

export interface OutgoingLimits {
  /** Until the host is resolved and connected, and its certificate accepted. */
  readonly connectMsMax: number
  /** In total, until the response is read. */
  readonly answerMsMax: number
  readonly bodyBytesMax: number
}

const limitsDefault: OutgoingLimits = { connectMsMax: 3000, answerMsMax: 5000, bodyBytesMax: 64 * 1024 }

export interface Timings {
  readonly resolvedMs?: number
  readonly connectedMs?: number
  readonly endedMs: number
}

interface Course {
  readonly addresses: readonly string[]
  readonly timings: Timings
}

export interface Answer extends Received, Course {
  readonly answered: true
}

export interface Failure extends Course {
  readonly answered: false
  readonly reason: FailureReason
  readonly code: string | undefined
}

export interface Outgoing {
  /** No redirects; retried only if a kept connection was just closed by the host. Resolves and checks the host every time. */
  readonly request: (request: OutgoingRequest) => Promise<Answer | Failure>
  /** Why no `public` request could go to this URL; undefined if one could. Resolves the host, sends nothing. */
  readonly check: (url: string) => Promise<FailureReason | undefined>
}

export interface OutgoingOptions extends TargetRules {
  /** PEM. Default: Node's. */
  readonly authorities?: string
}

/** Ignores proxy variables: a proxy would resolve the host again after the check. */
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
