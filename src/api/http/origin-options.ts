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
import type { RequestLog } from './request-log.ts'

export interface OriginProfile {
  readonly name: string
  readonly envelope: Envelope
  readonly codes: { readonly notFound: string; readonly malformed: string; readonly failed: string }
}

export interface OriginOptions {
  readonly profile: OriginProfile
  readonly log: Log
  readonly random: Random
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: TrustedProxies
  readonly logAddresses?: boolean | undefined
  readonly relaySeal?: RelaySeal | undefined
  /** PEM; without it the origin serves plain http. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly observe: (seen: Observation) => void
  readonly requestLog?: RequestLog | undefined
  /** While the process is draining, answers close their connections, so that clients move to another process. */
  readonly draining?: (() => boolean) | undefined
  readonly connections?: Connections | undefined
  /** Lets an uncaught exception end one request instead of the process. */
  readonly requests?: RunningRequests | undefined
  readonly trace?: ((app: FastifyInstance) => void) | undefined
}

export interface Observation {
  readonly service: string
  readonly endpoint: string
  /** 499 when the client disconnected before the answer was complete. */
  readonly status: number
  readonly seconds: number
  readonly bytes: ConnectionBytes
  readonly page: Exchange['page']
}
