import type { FastifyInstance } from 'fastify'
import type { Context } from '../../api/context.ts'
import type { EndpointScheme } from '../../api/auth-scheme.ts'
import type { MountedService } from '../../api/mount.ts'
import type { OriginOptions, OriginProfile } from '../../api/http/origin-options.ts'
import type { RelaySeal } from '../../api/http/relay-seal.ts'
import { addReference } from '../../api/reference/reference.ts'
import { addAssets } from '../../platform/pages/assets.ts'
import type { OriginName, RoleName } from '../roles.ts'

export interface OriginDependencies {
  readonly context: Context
  readonly apiKeys: EndpointScheme
  readonly sessions: readonly EndpointScheme[]
  readonly roles: ReadonlySet<RoleName>
  readonly origin: Omit<OriginOptions, 'profile' | 'relaySeal'>
  /** With which a relaying gateway and its upstream recognize each other. */
  readonly relaySeal?: RelaySeal | undefined
  /** Where the files service is when it runs in another process. */
  readonly filesUpstream: string
}

export interface Origin {
  readonly profile: OriginProfile
  /** Gateways in other processes relay to it. */
  readonly relayed?: true
  readonly mount: (app: FastifyInstance, dependencies: OriginDependencies) => Promise<void>
}

export const apiPrefix = '/api/v1'

interface Documented {
  readonly name: OriginName
  readonly title: string
  readonly description: string
  readonly services: readonly MountedService[]
}

/** The reference of what is mounted: `/docs` and `/openapi.json`. */
export function addDocuments(
  app: FastifyInstance,
  { context }: OriginDependencies,
  { name, title, description, services }: Documented,
): void {
  addAssets(app)
  addReference(app, { title, description, address: () => context.origins[name], services })
}
