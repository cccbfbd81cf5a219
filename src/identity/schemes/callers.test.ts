import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { sampleProblems, sampleFaults, sampleKeyCodes } from '../../../test/sample-service.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { nobody, type Nobody } from '../../api/caller.ts'
import { defineService } from '../../api/define-service.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataEnvelope } from '../../api/envelope.ts'
import type { EndpointScheme } from '../../api/auth-scheme.ts'
import { mount } from '../../api/mount.ts'
import { openApi } from '../../api/openapi/openapi.ts'
import { createOrigin } from '../../api/origin.ts'
import type { ServiceProfile } from '../../api/service.ts'
import type { Acting, PrincipalOf } from '../principal.ts'
import { anyKey, key, keysOf } from './api-key.ts'
import { creatorsPlan } from './key-conditions.ts'
import { anyDevice, device, deviceScheme } from './device.ts'

const common = { title: 'Phones', description: 'For phones.', envelope: dataEnvelope, constraints: {} }
const limits = { rateHeaders: [], jsonBytesMax: 1024, cors: false }
const problems = {
  ...sampleProblems,
  no_token: [401, 'A phone sends its token.'],
  strange_phone: [401, 'No phone has this token.'],
} as const
const deviceCodes = { missing_token: 'no_token', unknown_token: 'strange_phone' } as const

/** Takes phones only, and has no code for any refusal of keys. */
const phones = defineService({
  ...common,
  ...limits,
  name: 'phones',
  problems,
  callers: [device],
  codes: { ...sampleFaults, ...deviceCodes },
  scopes: {},
})

/** Takes phones and keys of the files service. */
const both = defineService({
  ...common,
  ...limits,
  name: 'both',
  problems,
  callers: [device, keysOf('files', { condition: creatorsPlan })],
  codes: { ...sampleFaults, ...deviceCodes, ...sampleKeyCodes },
  scopes: { 'files:read': 'Read.' },
})

const declared = { method: 'GET', summary: 'Who calls?', problems: [] } as const
const kinds = z.object({ kind: z.string(), id: z.int().nullable() })

const ofPhones = phones.endpoint('ofPhones', {
  ...declared,
  path: '/phones',
  who: anyDevice,
  result: kinds,
  handle: (_input, { principal }) => {
    expectTypeOf(principal).toEqualTypeOf<PrincipalOf<'device'>>()
    expectTypeOf(principal).not.toHaveProperty('keyId')
    return Promise.resolve({ kind: principal.kind, id: principal.numberId })
  },
})

const ofNobody = both.endpoint('ofNobody', {
  ...declared,
  path: '/nobody',
  who: nobody,
  result: kinds,
  handle: (_input, { principal }) => {
    expectTypeOf(principal).toEqualTypeOf<Nobody>()
    return Promise.resolve({ kind: principal.kind, id: null })
  },
})

const ofKeys = both.endpoint('ofKeys', {
  ...declared,
  path: '/keys',
  who: key('files:read'),
  result: kinds,
  handle: (_input, { principal }) => {
    expectTypeOf(principal).toEqualTypeOf<Acting>()
    expectTypeOf(principal).not.toHaveProperty('keyId')
    return Promise.resolve({ kind: principal.kind, id: principal.userId })
  },
})

const ofBoth = both.endpoint('ofBoth', {
  ...declared,
  path: '/both',
  who: [anyDevice, key('files:read')],
  result: kinds,
  handle: (_input, { principal }) => {
    expectTypeOf(principal).toEqualTypeOf<PrincipalOf<'device'> | Acting>()
    expectTypeOf(principal).not.toHaveProperty('keyId')
    const id = principal.kind === 'api-key' ? principal.keyId : principal.numberId
    return Promise.resolve({ kind: principal.kind, id })
  },
})

let app: TestApp
let tenant: Tenant
let keyScheme: EndpointScheme
let origin: FastifyInstance
const lines: object[] = []
const phoneScheme = deviceScheme((token) =>
  Promise.resolve(token === 'phone_one' ? { kind: 'device', numberId: 17, deviceId: 'one' } : undefined),
)

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  keyScheme = app.apiKeys
  const { random } = app.context
  const log = { ...app.context.log, info: (fields: object) => void lines.push(fields) }
  const codes = { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' }
  const profile = { name: 'test', envelope: dataEnvelope, codes }
  origin = createOrigin({ profile, log, random, trustedProxies: 0, observe: () => undefined })
  await mountAt('/phones', phones.profile, [ofPhones], [phoneScheme])
  await mountAt('/both', both.profile, [ofNobody, ofKeys, ofBoth], [phoneScheme, keyScheme])
})
afterAll(async () => {
  await origin.close()
  await app.close()
})

const mountAt = (
  prefix: string,
  service: ServiceProfile,
  endpoints: readonly Endpoint[],
  schemes: readonly EndpointScheme[],
): Promise<void> => mount(origin, { prefix, service, endpoints, schemes, context: app.context })

async function call(url: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await origin.inject({ url, headers })
  const { data, error } = response.json<{ data?: object; error?: { code: string } }>()
  return [response.statusCode, data ?? error?.code]
}

describe('a new kind of caller', () => {
  test('is a kind with its scheme and a line where it is mounted: the handler gets it', async () => {
    expect(await call('/phones/phones', 'phone_one')).toEqual([200, { kind: 'device', id: 17 }])
    expect(lines.at(-1)).toMatchObject({ endpoint: 'ofPhones', number_id: 17 })
  })

  test('is refused in the words of the service, at unknown paths too', async () => {
    for (const url of ['/phones/phones', '/phones/nothing']) {
      expect(await call(url)).toEqual([401, 'no_token'])
      expect(await call(url, 'phone_two')).toEqual([401, 'strange_phone'])
    }
    expect(await call('/phones/nothing', 'phone_one')).toEqual([404, 'not_found'])
  })

  test('is in the reference with its credentials and its codes', () => {
    const { paths, components } = openApi(phones.profile, [ofPhones], { servers: [] })
    expect(paths['/phones']?.get?.security).toEqual([{ token: [] }])
    expect(Object.keys(components.securitySchemes)).toEqual(['token'])
    expect(Object.keys(components.examples)).toEqual(expect.arrayContaining(['no_token', 'strange_phone']))
    expect(Object.keys(components.examples)).not.toContain('unauthorized')
  })
})

describe('an endpoint', () => {
  test('that takes several kinds asks the scheme whose credentials are presented', async () => {
    const { id, key } = await tenant.key('files')
    expect(await call('/both/both', 'phone_one')).toEqual([200, { kind: 'device', id: 17 }])
    expect(await call('/both/both', key)).toEqual([200, { kind: 'api-key', id }])
    expect(await call('/both/both', 'phone_two')).toEqual([401, 'strange_phone'])
    expect(await call('/both/both', 'nonsense')).toEqual([401, 'invalid_key'])
  })

  test('asks the first of its schemes when no credentials are presented', async () => {
    expect(await call('/both/both')).toEqual([401, 'no_token'])
    expect(await call('/both/keys')).toEqual([401, 'unauthorized'])
    expect(await call('/both/nothing')).toEqual([401, 'no_token'])
  })

  test('takes no other kind than it declares', async () => {
    expect(await call('/both/keys', 'phone_one')).toEqual([401, 'invalid_key'])
  })

  test('asks each kind for what it declares of it', async () => {
    const { key } = await tenant.key('files', { scopes: ['files:write'] })
    expect(await call('/both/both', key)).toEqual([403, 'forbidden'])
  })

  test('of nobody does not look at credentials', async () => {
    expect(await call('/both/nobody')).toEqual([200, { kind: 'nobody', id: null }])
    expect(await call('/both/nobody', 'phone_two')).toEqual([200, { kind: 'nobody', id: null }])
  })

  test('fails at load time with an empty list or with one kind twice', () => {
    const declare = (who: readonly (typeof anyKey)[]) =>
      both.endpoint('odd', {
        ...declared,
        path: '/odd',
        who,
        result: kinds,
        handle: () => Promise.reject(new Error()),
      })
    expect(() => declare([])).toThrow(
      'odd takes no callers; declare who: nobody when credentials are not required',
    )
    expect(() => declare([anyKey, anyKey])).toThrow('odd names a kind of caller twice')
  })

  test('takes only kinds and scopes of its service', () => {
    type WhoOf<Declare extends (id: string, definition: never) => unknown> = Parameters<Declare>[1]['who']
    expectTypeOf(anyDevice).toExtend<WhoOf<typeof phones.endpoint>>()
    expectTypeOf(anyKey).not.toExtend<WhoOf<typeof phones.endpoint>>()
    expectTypeOf(key('files:read')).toExtend<WhoOf<typeof both.endpoint>>()
    expectTypeOf(key('files:write')).not.toExtend<WhoOf<typeof both.endpoint>>()
  })
})

describe('a mount', () => {
  test('fails at start when an endpoint takes callers that have no scheme there', async () => {
    await expect(mountAt('/schemeless', both.profile, [ofBoth], [keyScheme])).rejects.toThrow(
      'ofBoth takes device, but /schemeless has no scheme for it',
    )
  })

  test('fails at start when it has a scheme that the service has no codes for', async () => {
    await expect(mountAt('/wordless', phones.profile, [ofPhones], [phoneScheme, keyScheme])).rejects.toThrow(
      '/wordless has a scheme for api-key, which phones does not declare',
    )
  })

  test('fails at start when an endpoint is of another service', async () => {
    await expect(mountAt('/foreign', both.profile, [ofPhones], [phoneScheme, keyScheme])).rejects.toThrow(
      'ofPhones is declared for phones, not for both',
    )
  })
})

describe('the codes of a service', () => {
  test('are for faults and for what the schemes of its callers refuse, and no others', () => {
    expectTypeOf<'missing_token'>().toExtend<keyof (typeof phones.profile)['codes']>()
    expectTypeOf<'missing_key'>().not.toExtend<keyof (typeof phones.profile)['codes']>()
    expectTypeOf<'no_subscription'>().toExtend<keyof (typeof both.profile)['codes']>()
    expectTypeOf<'not_approved'>().not.toExtend<keyof (typeof both.profile)['codes']>()
  })
})
