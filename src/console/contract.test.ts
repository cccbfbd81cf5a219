import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requirementsOf } from '../api/caller.ts'
import { sharedCodes, type Endpoint } from '../api/endpoint.ts'
import { testApp, type Answer, type Tenant, type TestApp } from '../../test/harness.ts'
import { browserWith, logIn, refusalOf, type Browser } from './console.testing.ts'
import { endpoints } from './endpoints.ts'

let app: TestApp
let tenant: Tenant
let strangerId: number
let memberId: number
let stranger: Browser
let member: Browser
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  strangerId = (await app.tenant()).userId
  memberId = (await app.member(tenant.workspaceId, 'member')).id
})
// Limits of expensive endpoints are per user and window; each test starts in new windows, with sessions that are open.
beforeEach(async () => {
  app.clock.advance(600_000)
  stranger = await logIn(app, strangerId)
  member = await logIn(app, memberId)
})
afterAll(() => app.close())

/** With values that no row has. */
const pathOf = ({ definition }: Endpoint): string =>
  definition.path
    .replace('{workspace}', String(tenant.workspaceId))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'code' ? 'unknown' : '999999999'))

const each = (list: readonly Endpoint[]) =>
  list.map(
    (endpoint) =>
      [`${endpoint.id}: ${endpoint.definition.method} ${endpoint.definition.path}`, endpoint] as const,
  )

const isEvents = ({ definition: { result } }: Endpoint): boolean =>
  'kind' in result && result.kind === 'events'

const callers = endpoints.filter((endpoint) => requirementsOf(endpoint).length > 0)
const inWorkspaces = endpoints.filter(({ definition }) => definition.path.includes('{workspace}'))
const writes = callers.filter(({ definition }) => definition.method !== 'GET')
const ofFiles = inWorkspaces.filter(({ definition }) =>
  /^\/workspaces\/\{workspace\}\/(?:files|items|shares)(?:\/|$)/.test(definition.path),
)
const ofOperators = endpoints.filter(({ definition }) => definition.path.startsWith('/operator/'))

const call = (
  browser: Browser,
  endpoint: Endpoint,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const { method } = endpoint.definition
  return browser.call(method, pathOf(endpoint), method === 'GET' ? undefined : {}, headers)
}

function expectDeclared(endpoint: Endpoint, answer: Answer): void {
  const [status, code] = refusalOf(answer)
  expect(status, answer.text).toBeLessThan(500)
  expect(answer.headers['x-request-id']).toMatch(/^req_\w{20}$/)
  if (status < 400) return
  const declared = new Set([...endpoint.definition.problems, ...sharedCodes(endpoint.service)])
  expect(declared).toContain(code)
}

describe('files', () => {
  let texter: Tenant
  let browser: Browser
  beforeAll(async () => {
    texter = await app.tenant({ plan: { services: ['sms'] } })
    browser = await logIn(app, texter.userId)
  })

  test.each(each(ofFiles))('%s needs a plan with files', async (_title, { definition: { method, path } }) => {
    const url = path.replace('{workspace}', String(texter.workspaceId)).replaceAll(/\{\w+\}/g, '999999999')
    const body = method === 'GET' ? undefined : {}
    expect(refusalOf(await browser.call(method, url, body))).toEqual([402, 'plan_upgrade_required'])
  })
})

describe.each(each(callers))('%s', (_title, endpoint) => {
  test('is not_logged_in without a session', async () => {
    expect(refusalOf(await call(browserWith(app, 0, ''), endpoint))).toEqual([401, 'not_logged_in'])
  })

  test('takes no key', async () => {
    const { key } = await tenant.key('files')
    const nobody = browserWith(app, 0, '')
    expect(refusalOf(await call(nobody, endpoint, { authorization: `Bearer ${key}` }))).toEqual([
      401,
      'not_logged_in',
    ])
  })
})

describe.each(each(callers.filter((endpoint) => !isEvents(endpoint))))('%s', (_title, endpoint) => {
  test('answers a member with a declared code, whatever the body', async () => {
    expectDeclared(endpoint, await call(member, endpoint))
  })
})

describe.each(each(writes))('%s', (_title, endpoint) => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['an old browser on another origin', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['an old browser without an origin', { 'sec-fetch-site': '' }],
  ])('is cross_site from %s', async (_from, headers) => {
    expect(refusalOf(await call(member, endpoint, headers))).toEqual([403, 'cross_site'])
  })
})

describe.each(each(inWorkspaces))('%s', (_title, endpoint) => {
  test('is workspace_not_found for a stranger, as for a workspace that does not exist', async () => {
    const here = await call(stranger, endpoint)
    expect(refusalOf(here)).toEqual([404, 'workspace_not_found'])
    const nowhere = await stranger.call(
      endpoint.definition.method,
      pathOf(endpoint).replace(`/${tenant.workspaceId}`, '/99999999'),
      endpoint.definition.method === 'GET' ? undefined : {},
    )
    expect(nowhere.text).toBe(here.text)
  })
})

describe.runIf(ofOperators.length > 0).each(each(ofOperators))('%s', (_title, endpoint) => {
  test('is operator_required for anyone else', async () => {
    expect(refusalOf(await call(member, endpoint))).toEqual([403, 'operator_required'])
  })
})

describe('the console', () => {
  test('answers unknown paths as not_found and unknown methods as method_not_allowed', async () => {
    expect(await member.refusal('GET', '/nothing')).toEqual([404, 'not_found'])
    expect(await member.refusal('PATCH', '/session')).toEqual([405, 'method_not_allowed'])
  })

  test('allows no other origin to read answers', async () => {
    const answer = await member.call('GET', '/session', undefined, { origin: 'https://evil.example' })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})
