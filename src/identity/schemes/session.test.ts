import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sampleFaults, sampleKeyCodes, sampleProblems } from '../../../test/sample-service.ts'
import { defineService } from '../../api/define-service.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataEnvelope } from '../../api/envelope.ts'
import { idText } from '../../api/field.ts'
import { mount } from '../../api/mount.ts'
import { openApi } from '../../api/openapi/openapi.ts'
import { createOrigin } from '../../api/origin.ts'
import { getKeyInfo } from '../../files/key/get-key-info.ts'
import { inForce } from '../in-force.ts'
import { changeRole } from '../member/change-members.ts'
import type { Acting, PrincipalOf } from '../principal.ts'
import { beginSession } from '../session/begin-session.ts'
import { endSessions } from '../session/store.ts'
import { setUserDisabled } from '../user/disable-user.ts'
import { keysOf, key } from './api-key.ts'
import { creatorsPlan } from './key-conditions.ts'
import { member, sessionKind } from './session.ts'

const common = {
  title: 'Seats',
  description: 'Who sits where.',
  envelope: dataEnvelope,
  constraints: {},
  rateHeaders: [],
  jsonBytesMax: 1024,
  cors: false,
} as const
const sessionProblems = {
  ...sampleProblems,
  not_logged_in: [401, 'Log in.'],
  cross_site: [403, 'The request came from another site.'],
  workspace_not_found: [404, 'You belong to no such workspace.'],
} as const
const sessionCodes = {
  not_logged_in: 'not_logged_in',
  cross_site: 'cross_site',
  unknown_workspace: 'workspace_not_found',
  no_subscription: 'no_plan',
  not_in_plan: 'no_plan',
  not_in_owners_plan: 'no_plan',
  limit_reached: 'rate_limited',
  limits_unavailable: 'limits_down',
} as const

/** A public API, called with keys. */
const api = defineService({
  ...common,
  name: 'seats',
  problems: sampleProblems,
  callers: [keysOf('files', { condition: creatorsPlan })],
  codes: { ...sampleFaults, ...sampleKeyCodes },
  scopes: { 'files:read': 'Read.', 'files:write': 'Write.' },
})

/** What a web app calls with a session cookie. */
const console = defineService({
  ...common,
  name: 'console',
  problems: sessionProblems,
  callers: [sessionKind],
  codes: { ...sampleFaults, ...sessionCodes },
  scopes: {},
})

const seat = z.object({
  kind: z.string(),
  user_id: z.int(),
  workspace_id: z.int(),
  type: z.string(),
  role: z.string(),
})
const toSeat = (caller: Acting) => ({
  kind: caller.kind,
  user_id: caller.userId,
  workspace_id: caller.workspaceId,
  type: caller.workspaceType,
  role: caller.role,
})

const getSeat = api.endpoint('getSeat', {
  method: 'GET',
  path: '/seat',
  summary: 'Get my seat',
  who: key('files:read'),
  result: seat,
  problems: [],
  handle: (_input, { principal }) => {
    expectTypeOf(principal).toEqualTypeOf<Acting>()
    return Promise.resolve(toSeat(principal))
  },
})

const takeSeat = api.endpoint('takeSeat', {
  method: 'POST',
  path: '/seat',
  summary: 'Take a seat',
  who: key('files:write'),
  result: seat,
  problems: [],
  handle: (_input, { principal }) => Promise.resolve(toSeat(principal)),
})

const within = {
  path: '/workspaces/{workspace}',
  params: z.object({ workspace: idText() }),
  problems: ['workspace_not_found'],
  check: () => undefined,
} as const
const adopted = [getSeat, takeSeat].map((endpoint) => console.adopt(endpoint, { who: member, within }))

let app: TestApp
let tenant: Tenant
let origin: FastifyInstance
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  const { log, random } = app.context
  const codes = { notFound: 'not_found', malformed: 'bad_request', failed: 'failed' }
  const profile = { name: 'test', envelope: dataEnvelope, codes }
  origin = createOrigin({ profile, log, random, trustedProxies: 0, observe: () => undefined })
  const { context, apiKeys } = app
  const endpoints = [getSeat, takeSeat]
  await mount(origin, { prefix: '/v1', service: api.profile, endpoints, schemes: [apiKeys], context })
  const service = console.profile
  await mount(origin, {
    prefix: '/console',
    service,
    endpoints: adopted,
    schemes: app.sessions.filter(({ kind }) => kind === 'session'),
    context,
  })
})
afterAll(async () => {
  await origin.close()
  await app.close()
})

async function logIn(userId: number): Promise<string> {
  const { database, random, origins } = app.context
  const person = { id: userId, password_hash: null, two_step: false }
  const { cookie } = await database.transaction((tx) =>
    beginSession(tx, { random, filesOrigin: origins.files }, { person, browser: 'test', origin: {} }),
  )
  return cookie.split(';', 1)[0] ?? ''
}

async function call(url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') {
  const request: InjectOptions = { method, url, headers, ...(method === 'POST' && { payload: {} }) }
  const response = await origin.inject(request)
  const { data, error } = response.json<{ data?: object; error?: { code: string } }>()
  return [response.statusCode, data ?? error?.code]
}

const own = { 'sec-fetch-site': 'same-origin' }
const seatIn = (workspaceId: number) => `/console/workspaces/${workspaceId}/seat`

describe('one declared endpoint', () => {
  test('is called with an API key and with a session cookie, each with the role of its person', async () => {
    const { workspaceId } = tenant
    const { id } = await app.member(workspaceId, 'member')
    const cookie = await logIn(id)
    const { key } = await tenant.key('files', { userId: id })
    const seen = { user_id: id, workspace_id: workspaceId, type: 'org', role: 'member' }
    const authorization = `Bearer ${key}`
    expect(await call('/v1/seat', { authorization })).toEqual([200, { ...seen, kind: 'api-key' }])
    expect(await call(seatIn(workspaceId), { cookie })).toEqual([200, { ...seen, kind: 'session' }])
    expect(await call('/v1/seat', { authorization }, 'POST')).toEqual([200, { ...seen, kind: 'api-key' }])
    expect(await call(seatIn(workspaceId), { cookie, ...own }, 'POST')).toEqual([
      200,
      { ...seen, kind: 'session' },
    ])
  })

  test('sees a change of the role with the next request', async () => {
    const { workspaceId } = tenant
    const { id } = await app.member(workspaceId, 'member')
    const cookie = await logIn(id)
    await inForce(app.context, (tx) => changeRole(tx, { workspaceId, userId: id, role: 'admin' }))
    expect(await call(seatIn(workspaceId), { cookie })).toMatchObject([200, { role: 'admin' }])
  })

  test('has the role of each workspace that the person belongs to', async () => {
    const cookie = await logIn(tenant.userId)
    for (const [id, type] of [
      [tenant.workspaceId, 'org'],
      [tenant.personalId, 'personal'],
    ] as const)
      expect(await call(seatIn(id), { cookie })).toMatchObject([
        200,
        { workspace_id: id, type, role: 'owner' },
      ])
  })
})

describe('a session', () => {
  test.each([
    { origin: 'https://evil.test' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    {},
  ])('is refused for an unsafe method with %j', async (headers) => {
    const cookie = await logIn(tenant.userId)
    const url = seatIn(tenant.workspaceId)
    expect(await call(url, { cookie, ...headers }, 'POST')).toEqual([403, 'cross_site'])
    expect((await call(url, { cookie, ...headers }))[0]).toBe(200)
  })

  test('may name the files origin instead of Sec-Fetch-Site', async () => {
    const cookie = await logIn(tenant.userId)
    const origin = app.context.origins.files
    expect((await call(seatIn(tenant.workspaceId), { cookie, origin }, 'POST'))[0]).toBe(200)
  })

  test('belongs to no foreign or unknown workspace', async () => {
    const cookie = await logIn(tenant.userId)
    const foreign = await app.tenant()
    for (const id of [foreign.workspaceId, 999_999, 0, Number.NaN])
      expect(await call(seatIn(id), { cookie })).toEqual([404, 'workspace_not_found'])
  })

  test('that ended, or of a disabled person, is not logged in and loses its cookie', async () => {
    const { workspaceId } = tenant
    const { id } = await app.member(workspaceId, 'admin')
    const ended = await logIn(id)
    await app.context.database.transaction((tx) => endSessions(tx, id, tx.now()))
    expect(await call(seatIn(workspaceId), { cookie: ended })).toEqual([401, 'not_logged_in'])
    const disabled = await logIn(id)
    await inForce(app.context, (tx) => setUserDisabled(tx, id, true))
    const response = await origin.inject({ url: seatIn(workspaceId), headers: { cookie: disabled } })
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([
      401,
      expect.stringContaining('Max-Age=0'),
    ])
  })
})

describe('no credentials', () => {
  test('are answered with the 401 of the service, at unknown paths too', async () => {
    for (const path of ['/seat', '/nothing']) {
      expect(await call(`/v1${path}`, {})).toEqual([401, 'unauthorized'])
      expect(await call(`/console/workspaces/${tenant.workspaceId}${path}`, {})).toEqual([
        401,
        'not_logged_in',
      ])
    }
  })

  test('include those of another scheme', async () => {
    const { key } = await tenant.key('files')
    const url = seatIn(tenant.workspaceId)
    expect(await call(url, { authorization: `Bearer ${key}` })).toEqual([401, 'not_logged_in'])
    expect(await call('/v1/seat', { cookie: await logIn(tenant.userId) })).toEqual([401, 'unauthorized'])
  })
})

test('an endpoint that needs the key itself cannot be adopted for sessions', () => {
  type Key = PrincipalOf<'api-key'>
  type Adopting<Caller extends Key | Acting> = Parameters<typeof console.adopt<Caller, typeof member>>[1]
  expectTypeOf(getSeat).toEqualTypeOf<Endpoint<Acting>>()
  expectTypeOf<Adopting<Acting>>().not.toBeNever()
  expectTypeOf(getKeyInfo).toEqualTypeOf<Endpoint<Key>>()
  expectTypeOf<Adopting<Key>>().toBeNever()
})

test('the reference names the cookie', () => {
  const { components, paths } = openApi(console.profile, adopted, { servers: [] })
  expect(components.securitySchemes['session']).toMatchObject({ type: 'apiKey', in: 'cookie' })
  expect(paths['/workspaces/{workspace}/seat']?.get?.security).toEqual([{ session: [] }])
})
