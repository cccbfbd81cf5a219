import type { AddressInfo, Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { silentLog } from '../../test/log.ts'
import { testApp, type TestApp } from '../../test/harness.ts'
import { dataEnvelope } from '../api/envelope.ts'
import { createOrigin } from '../api/origin.ts'
import { openRelaySeal } from '../api/http/relay-seal.ts'
import { files } from '../files/service.ts'
import { systemRandom } from '../platform/random.ts'
import { openVault } from '../platform/secrets/vault.ts'
import { proxy, type Proxying } from './proxy.ts'

export const portOf = (server: Pick<Server, 'address'>): number => (server.address() as AddressInfo).port

/** A gateway that relays /v1/files to an upstream. */
export async function gatewayTo(
  upstreamPort: number,
  options: Partial<Pick<Proxying, 'timeoutMs' | 'relaySeal'>> = {},
): Promise<FastifyInstance> {
  const gateway = createOrigin({
    profile: {
      name: 'gateway',
      envelope: dataEnvelope,
      codes: { notFound: 'not_found', malformed: 'invalid_request', failed: 'internal_error' },
    },
    log: silentLog,
    random: systemRandom,
    trustedProxies: 0,
    observe: () => undefined,
  })
  const upstream = { origin: `http://127.0.0.1:${upstreamPort}`, prefix: '/api/v1' }
  await proxy(gateway, { prefix: '/v1/files', service: files.profile, upstream, timeoutMs: 2000, ...options })
  await gateway.listen({ host: '127.0.0.1', port: 0 })
  return gateway
}

/** Where the files API is: its own origin, a gateway that has it in its process, and one that relays to it. */
export interface Place {
  readonly name: 'files origin' | 'mounted gateway' | 'relaying gateway'
  readonly port: number
  readonly base: string
}

export interface Places {
  readonly app: TestApp
  readonly files: Place
  readonly mounted: Place
  readonly relaying: Place
  readonly close: () => Promise<void>
}

export const relaySeal = openRelaySeal(openVault([systemRandom.bytes(32)]))

export async function openPlaces(timeoutMs = 60_000): Promise<Places> {
  const app = await testApp({ relaySeal })
  for (const name of ['files', 'gateway'] as const)
    await app.origin(name).listen({ host: '127.0.0.1', port: 0 })
  const files = portOf(app.origin('files').server)
  const relaying = await gatewayTo(files, { timeoutMs, relaySeal })
  return {
    app,
    files: { name: 'files origin', port: files, base: '/api/v1' },
    mounted: { name: 'mounted gateway', port: portOf(app.origin('gateway').server), base: '/v1/files' },
    relaying: { name: 'relaying gateway', port: portOf(relaying.server), base: '/v1/files' },
    close: async () => {
      await relaying.close()
      await app.close()
    },
  }
}
