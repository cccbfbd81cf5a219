import type { FastifyInstance } from 'fastify'
import { createOrigin } from '../../api/origin.ts'
import type { OriginName } from '../roles.ts'
import type { Origin, OriginDependencies } from './origin.ts'

/** What an origin needs is loaded only when the process has that role. */
const origins: Readonly<Record<OriginName, () => Promise<Origin>>> = {
  gateway: async () => (await import('./gateway.ts')).gateway,
  files: async () => (await import('./files.ts')).files,
  sms: async () => (await import('./sms.ts')).sms,
  phones: async () => (await import('./phones.ts')).phones,
}

export async function openOrigin(
  name: OriginName,
  dependencies: OriginDependencies,
): Promise<FastifyInstance> {
  const { profile, relayed, mount } = await origins[name]()
  const relaySeal = relayed && dependencies.relaySeal
  const app = createOrigin({ ...dependencies.origin, profile, relaySeal })
  await mount(app, dependencies)
  return app
}
