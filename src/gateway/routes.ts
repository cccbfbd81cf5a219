import type { FastifyInstance } from 'fastify'
import type { Context } from '../api/context.ts'
import type { EndpointScheme } from '../api/auth-scheme.ts'
import { mount, type MountedService } from '../api/mount.ts'
import type { RelaySeal } from '../api/http/relay-seal.ts'
import { endpoints as files } from '../files/endpoints.ts'
import { files as filesService } from '../files/service.ts'
import { endpoints as iam } from '../iam/endpoints.ts'
import { iam as iamService } from '../iam/service.ts'
import { endpoints as provisioning } from '../provisioning/endpoints.ts'
import { provisioning as provisioningService } from '../provisioning/service.ts'
import { proxy } from './proxy.ts'

/** For a whole request: docs/api/conventions.md#time-limits. */
export const gatewayTimeoutMs = 60_000

/** docs/api/conventions.md#origins */
export const gatewayServices: readonly MountedService[] = [
  { prefix: '/v1/files', service: filesService.profile, endpoints: files },
  { prefix: '/v1/users', service: provisioningService.profile, endpoints: provisioning },
  { prefix: '/v1/iam', service: iamService.profile, endpoints: iam },
]

export interface GatewayDependencies {
  readonly apiKeys: EndpointScheme
  readonly context: Context
  readonly filesUpstream: string | undefined
  readonly relaySeal?: RelaySeal | undefined
}

/** Mounts services of this process and relays to others. Both answer alike. */
export async function mountGateway(
  app: FastifyInstance,
  { apiKeys, context, filesUpstream, relaySeal }: GatewayDependencies,
): Promise<void> {
  for (const { prefix, service, endpoints } of gatewayServices) {
    if (service.name === 'files' && filesUpstream !== undefined) {
      const upstream = { origin: filesUpstream, prefix: '/api/v1' }
      await proxy(app, { prefix, service, upstream, timeoutMs: gatewayTimeoutMs, relaySeal })
    } else {
      await mount(app, {
        prefix,
        service,
        endpoints,
        schemes: [apiKeys],
        context,
        timeoutMs: gatewayTimeoutMs,
      })
    }
  }
}
