import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeKey } from '../identity/key/revoke-key.ts'
import { inForce } from '../identity/in-force.ts'
import { setPlan } from '../identity/plan/set-plan.ts'
import { testApp, type TestApp } from '../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount, smsCaller } from '../../test/sms-account.ts'
import { type Account, groupOf } from '../../test/sms-group.ts'
import type { Group } from './group/model.ts'
import type { Message } from './message/model.ts'
import { endpoints } from './endpoints.ts'

let app: TestApp
let account: Account
let group: Group
let message: Message
beforeAll(async () => {
  app = await testApp()
  account = await smsAccount(app)
  await simulatorNumber(app, { online: false })
  group = (await groupOf(app, account)).group
  message = (await account.send({ to: newPhone(), body: 'x' })).body.messages[0] as Message
})
afterAll(() => app.close())

const withScopes = async (...scopes: readonly string[]) =>
  smsCaller(app, (await account.tenant.key('sms', { scopes })).key)

/** What a key answers to each call of the API; the status alone, or the code of a refusal. */
function answersTo(key: Awaited<ReturnType<typeof withScopes>>) {
  const calls = {
    'GET /health': key.get('/health'),
    'GET /numbers': key.get('/numbers'),
    'POST /messages': key.send({ to: newPhone(), body: 'x' }),
    'GET /messages': key.list(),
    'GET /messages/{id}': key.message(message.id),
    'DELETE /messages/{id}': key.cancel(987_654),
    'GET /groups': key.get('/groups'),
    'GET /groups/{id}': key.get(`/groups/${group.id}`),
    'POST /groups/{id}/messages': key.post(`/groups/${group.id}/messages`, { body: 'x' }),
    'POST /groups': key.post('/groups', { name: 'x', number_id: 987_654 }),
    'PATCH /groups/{id}': key.patch(`/groups/${group.id}`, {}),
    'DELETE /groups/{id}': key.remove('/groups/987654'),
    'POST /groups/{id}/members': key.post('/groups/987654/members', { name: 'x', phone: newPhone() }),
    'PATCH /groups/{id}/members/{member_id}': key.patch('/groups/987654/members/1', {}),
    'DELETE /groups/{id}/members/{member_id}': key.remove('/groups/987654/members/1'),
  }
  const entries = Object.entries(calls).map(async ([call, answer]) => {
    const { status } = await answer
    return [call, status] as const
  })
  return Promise.all(entries)
}

/** The calls that a key with one scope is not refused for want of scope. */
const grantedBy = async (scope: string) =>
  (await answersTo(await withScopes(scope))).filter(([, status]) => status !== 403).map(([call]) => call)

describe('a scope', () => {
  test('messages:send grants to send messages and cancel queued ones', async () => {
    expect(await grantedBy('messages:send')).toEqual([
      'GET /health',
      'POST /messages',
      'DELETE /messages/{id}',
      'POST /groups/{id}/messages',
    ])
  })

  test('messages:read grants to read messages and delivery status', async () => {
    expect(await grantedBy('messages:read')).toEqual(['GET /health', 'GET /messages', 'GET /messages/{id}'])
  })

  test('numbers:read grants to list numbers', async () => {
    expect(await grantedBy('numbers:read')).toEqual(['GET /health', 'GET /numbers'])
  })

  test('groups:read grants to read groups and members', async () => {
    expect(await grantedBy('groups:read')).toEqual(['GET /health', 'GET /groups', 'GET /groups/{id}'])
  })

  test('groups:write grants to create and change groups', async () => {
    expect(await grantedBy('groups:write')).toEqual([
      'GET /health',
      'POST /groups',
      'PATCH /groups/{id}',
      'DELETE /groups/{id}',
      'POST /groups/{id}/members',
      'PATCH /groups/{id}/members/{member_id}',
      'DELETE /groups/{id}/members/{member_id}',
    ])
  })

  test('is needed by every endpoint but GET /health and the internal send', async () => {
    const called = (await answersTo(account)).map(([call]) => call)
    const declared = endpoints.map(({ definition }) => `${definition.method} ${definition.path}`)
    expect(called.toSorted()).toEqual(
      declared.filter((endpoint) => endpoint !== 'POST /system/send').toSorted(),
    )
  })
})

describe('a key', () => {
  test('begins with bs_live_ and comes in the header Authorization as Bearer', async () => {
    expect(account.key).toMatch(/^bs_live_/)
    const { status } = await app.call('sms', {
      url: '/api/v1/health',
      headers: { authorization: `Bearer ${account.key}` },
    })
    expect(status).toBe(200)
  })

  test('that is missing is 401 unauthorized, one that is wrong 401 invalid_key', async () => {
    const { status, body } = await app.call('sms', { url: '/api/v1/health' })
    expect([status, body]).toMatchObject([401, { ok: false, error: { code: 'unauthorized' } }])
    const wrong = await smsCaller(app, `${account.key.slice(0, -1)}!`).get('/health')
    expect([wrong.status, wrong.body.error?.code]).toEqual([401, 'invalid_key'])
  })

  test('that is revoked is 401 invalid_key immediately', async () => {
    const { id, key } = await account.tenant.key('sms')
    const caller = smsCaller(app, key)
    expect((await caller.list()).status).toBe(200)
    await inForce(app.context, (tx) => revokeKey(tx, id))
    const { status, body } = await caller.list()
    expect([status, body.error?.code]).toEqual([401, 'invalid_key'])
  })

  test('of an account whose plan no longer includes SMS is 402 subscription_inactive immediately', async () => {
    const other = await smsAccount(app)
    expect((await other.list()).status).toBe(200)
    await inForce(app.context, (tx) => setPlan(tx, other.tenant.userId, { services: ['files'] }))
    const { status, body } = await other.list()
    expect([status, body.error?.code]).toEqual([402, 'subscription_inactive'])
  })

  test('has 30 requests a minute by default, over it 429 rate_limited with Retry-After', async () => {
    const { key } = await account.tenant.key('sms', { perMinute: undefined })
    const call = () => app.call('sms', { url: '/api/v1/health', key })
    for (let calls = 0; calls < 30; calls++) expect((await call()).status).toBe(200)
    const { status, body, headers } = await call()
    expect([status, body]).toMatchObject([429, { error: { code: 'rate_limited' } }])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    app.clock.advance(60_000)
    expect((await call()).status).toBe(200)
  })

  test('has the limit a minute that was set at its creation', async () => {
    const { key } = await account.tenant.key('sms', { perMinute: 2 })
    const statuses = []
    for (let calls = 0; calls < 3; calls++)
      statuses.push((await app.call('sms', { url: '/api/v1/health', key })).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('bound to a number sends from it only and sees messages, groups and numbers on it only', async () => {
    const own = await simulatorNumber(app, { tenant: account.tenant, online: false })
    const bound = smsCaller(app, (await account.tenant.key('sms', { numberId: own.id })).key)
    const { body } = await bound.send({ to: newPhone(), body: 'x', from: group.number_id })
    expect(body.messages[0]?.number_id).toBe(own.id)
    expect((await bound.list()).body.messages).toEqual(body.messages)
    expect((await bound.get<{ groups: Group[] }>('/groups')).body.groups).toEqual([])
    const { numbers } = (await bound.get<{ numbers: { id: number }[] }>('/numbers')).body
    expect(numbers.map(({ id }) => id)).toEqual([own.id])
  })
})
