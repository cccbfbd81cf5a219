import type { FastifyInstance } from 'fastify'
import type { ConnectionBytes } from '../../platform/http/connection-bytes.ts'
import type { Connections } from '../../platform/http/connections.ts'
import type { TrustedProxies } from '../../platform/http/trusted-proxies.ts'
import type { Log } from '../../platform/log/log.ts'
import type { RunningRequests } from '../../platform/http/running-requests.ts'
import type { Random } from '../../platform/random.ts'
import type { Envelope } from '../envelope.ts'
import type { Exchange } from '../exchange.ts'
import type { RelaySeal } from './relay-seal.ts'

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
  /** Bounds the connections of the process. */
  readonly connections?: Connections | undefined
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
