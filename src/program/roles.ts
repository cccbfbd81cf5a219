import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import { dataEnvelope, okEnvelope } from '../api/envelope.ts'
import type { Gate } from '../api/gate.ts'
import { mount, type Mounting } from '../api/mount.ts'
import { createOrigin, type OriginOptions, type OriginProfile } from '../api/origin.ts'
import { addAssets } from '../platform/pages/assets.ts'
import { addReference } from '../api/reference/reference.ts'

/** What a process can do; all of it by default, any part of it alone: design.md section 1. */
export const roleNames = ['gateway', 'files', 'sms', 'phones', 'worker'] as const
export type RoleName = (typeof roleNames)[number]

/** Roles that listen, and the ports and origins of the configuration that they are. */
export const originNames = ['gateway', 'files', 'sms', 'phones'] as const
export type OriginName = (typeof originNames)[number]

export interface RoleParts {
  readonly context: Context
  readonly gate: Gate
  readonly roles: ReadonlySet<RoleName>
  readonly origin: Omit<OriginOptions, 'profile'>
  /** Where the files service is when it runs in another process. */
  readonly filesUpstream: string
}

const codes = { notFound: 'not_found', malformed: 'invalid_request', failed: 'internal_error' }
const smsCodes = { ...codes, malformed: 'bad_request' }

const profiles: Readonly<Record<OriginName, OriginProfile>> = {
  gateway: { name: 'gateway', envelope: dataEnvelope, codes },
  files: { name: 'files', envelope: dataEnvelope, codes },
  sms: { name: 'sms', envelope: okEnvelope, codes: smsCodes },
  phones: { name: 'phones', envelope: dataEnvelope, codes },
}

/** Where each service's API begins at its own origin. */
export const apiPrefix = '/api/v1'

/** The origin of a role, ready to listen. What a role needs is loaded only when the process has that role. */
export async function openOrigin(name: OriginName, parts: RoleParts): Promise<FastifyInstance> {
  const app = createOrigin({ ...parts.origin, profile: profiles[name] })
  await fillers[name](app, parts)
  return app
}

const title = { gateway: 'Bureau', files: 'Bureau files', sms: 'Bureau SMS' } as const

const description = {
  gateway: 'Files, provisioning and membership behind one origin.',
  files: 'The files API at its own origin, which has no time limit for a request.',
  sms: 'Text messages on real phones and carriers.',
} as const

const fillers: Readonly<Record<OriginName, (app: FastifyInstance, parts: RoleParts) => Promise<void>>> = {
  gateway: async (app, parts) => {
    const { mountGateway, gatewayServices } = await import('../gateway/routes.ts')
    const filesUpstream = parts.roles.has('files') ? undefined : parts.filesUpstream
    await mountGateway(app, { ...parts, filesUpstream })
    document(app, 'gateway', parts, gatewayServices)
  },
  files: async (app, parts) => {
    const { endpoints } = await import('../files/endpoints.ts')
    const { files } = await import('../files/service.ts')
    const { mountSharePages } = await import('../files/link/pages.ts')
    await fill(app, 'files', parts, { prefix: apiPrefix, service: files.profile, endpoints })
    await mountSharePages(app, parts.context)
  },
  sms: async (app, parts) => {
    const { endpoints } = await import('../sms/endpoints.ts')
    const { sms } = await import('../sms/service.ts')
    await fill(app, 'sms', parts, { prefix: apiPrefix, service: sms.profile, endpoints })
  },
  // Phones and carriers have no endpoint yet: the origin answers every path as unknown.
  phones: async () => {},
}

type Part = Pick<Mounting, 'prefix' | 'service' | 'endpoints'>

async function fill(
  app: FastifyInstance,
  name: 'files' | 'sms',
  parts: RoleParts,
  part: Part,
): Promise<void> {
  const { gate, context } = parts
  await mount(app, { ...part, gate, context })
  document(app, name, parts, [part])
}

function document(
  app: FastifyInstance,
  name: keyof typeof title,
  { context }: RoleParts,
  parts: readonly Part[],
): void {
  addAssets(app)
  addReference(app, {
    title: title[name],
    description: description[name],
    address: () => context.origins[name],
    parts,
  })
}
