import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  developer,
  freshAddress,
  mailsTo,
  refusalOf,
  type Developer,
} from '../../test/developer.ts'
import { testApp, type TestApp } from '../../test/harness.ts'
import { silentLog } from '../../test/log.ts'
import { revokeProvisioning } from '../identity/approval/change-approval.ts'
import { listEntries, type AuditRow } from '../identity/audit/store.ts'
import { inForce } from '../identity/in-force.ts'
import { sql } from '../platform/database/sql.ts'
import { openRedisCounters } from '../platform/limits/redis.ts'
import { redisMissing, startRedis } from '../platform/limits/redis-server.testing.ts'

let app: TestApp
let partner: Developer

beforeAll(async () => {
  app = await testApp()
  partner = await developer(app)
})
afterAll(() => app.close())

const paths = ['', '/business', '/workspace-members', '/password-reset'] as const

describe('every provisioning call', () => {
  test('takes POST only: other methods are method_not_allowed, after the key is authenticated', async () => {
    const { key: filesKey } = await partner.tenant.key('files')
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const) {
        const url = `/v1/users${path}`
        app.clock.advance(3000)
        const refused = await app.call('gateway', { method, url, key: partner.key })
        expect([refused.status, refused.headers['allow']]).toEqual([405, 'POST'])
        if (method !== 'HEAD') expect(refusalOf(refused)).toEqual([405, 'method_not_allowed'])
        expect((await app.call('gateway', { method, url })).status).toBe(401)
        expect((await app.call('gateway', { method, url, key: filesKey })).status).toBe(403)
      }
    }
  })

  test('takes a body of 64 KB: one byte more is payload_too_large, and nothing is created', async () => {
    const email = freshAddress()
    const bare = JSON.stringify({ email, first_name: 'Ann', last_name: 'Lee', phone: '' })
    const room = 64 * 1024 - bare.length
    const phone = (length: number) => ({
      email,
      first_name: 'Ann',
      last_name: 'Lee',
      phone: '5'.repeat(length),
    })
    expect(refusalOf(await partner.post('', phone(room + 1)))).toEqual([413, 'payload_too_large'])
    expect(await mailsTo(app, email)).toEqual([])
    expect((await partner.post('', phone(room))).status).toBe(201)
  })

  test.each(['', ' ', 'null', '[]', '"x"', '{'])('refuses the body %j as invalid_json', async (payload) => {
    for (const path of ['', '/business', '/workspace-members', '/password-reset']) {
      app.clock.advance(60_000)
      const answer = await app.call('gateway', {
        method: 'POST',
        url: `/v1/users${path}`,
        key: partner.key,
        headers: { 'content-type': 'application/json' },
        payload,
      })
      expect(refusalOf(answer)).toEqual([400, 'invalid_json'])
    }
  })
})

const entriesOf = (keyId: number): Promise<AuditRow[]> => listEntries(app.context.database, { keyId }, 100)

describe('the audit log', () => {
  test('has what a call did: who, what, the target, the request and the address', async () => {
    const own = await developer(app)
    const { id } = accountOf(await own.user())
    await own.business()
    await own.invite()
    await own.reset({ user_id: 0 })
    const reset = await own.reset({ user_id: id })
    const entries = (await entriesOf(own.keyId)).toReversed()
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'user.create ok',
      'business.create ok',
      'member.invite ok',
      'password.reset user_not_found',
      'password.reset ok',
    ])
    expect(entries.at(-1)).toEqual({
      id: expect.any(Number) as number,
      at: app.clock.now(),
      actor: 'key',
      user_id: own.tenant.userId,
      key_id: own.keyId,
      workspace_id: own.tenant.workspaceId,
      action: 'password.reset',
      target: `user:${id}`,
      outcome: 'ok',
      request_id: reset.headers['x-request-id'],
      address: '127.0.0.1',
      calls: 1,
    })
    expect(entries[2]?.target).toMatch(/^invitation:\d+$/)
  })

  test('has every refused call of a key: path, method, body, fields, scope, restriction, approval, service', async () => {
    const own = await developer(app)
    const { id: narrow, key: narrowKey } = await own.tenant.key('provisioning', {
      scopes: ['users:create'],
      ips: ['127.0.0.1'],
    })
    const { id: foreign, key: foreignKey } = await own.tenant.key('files')
    await own.post('/nothing?token=secret', {})
    await app.call('gateway', { method: 'PUT', url: '/v1/users', key: own.key })
    await app.call('gateway', { method: 'POST', url: '/v1/users', key: own.key, payload: '{' })
    await own.user({ email: 5 })
    await own.user({ phone: '5'.repeat(70_000) })
    expect(
      (await entriesOf(own.keyId)).map(({ action, target, outcome }) => [action, target, outcome]),
    ).toEqual([
      ['user.create', null, 'payload_too_large'],
      ['user.create', null, 'invalid_email'],
      ['user.create', null, 'invalid_json'],
      ['request.unknown', 'PUT /v1/users', 'method_not_allowed'],
      ['request.unknown', 'POST /v1/users/nothing', 'not_found'],
    ])
    await own.post('/business', {}, narrowKey)
    await app.call('gateway', {
      method: 'POST',
      url: '/v1/users',
      key: narrowKey,
      remoteAddress: '192.0.2.7',
    })
    await inForce(app.context, (tx) => revokeProvisioning(tx, own.tenant.userId))
    expect(refusalOf(await own.user({}, narrowKey))).toEqual([403, 'access_not_granted'])
    expect((await entriesOf(narrow)).map(({ outcome, address }) => [outcome, address])).toEqual([
      ['access_not_granted', '127.0.0.1'],
      ['ip_blocked', '192.0.2.7'],
      ['insufficient_scope', '127.0.0.1'],
    ])
    await own.user({}, foreignKey)
    expect((await entriesOf(foreign)).map(({ outcome }) => outcome)).toEqual(['wrong_service'])
  })

  test('has no entry of callers who are not known', async () => {
    const before = await listEntries(app.context.database, {}, 1)
    await app.call('gateway', { method: 'POST', url: '/v1/users' })
    await app.call('gateway', { method: 'POST', url: '/v1/users', key: `bf_live_${'A'.repeat(38)}` })
    expect(await listEntries(app.context.database, {}, 1)).toEqual(before)
  })
})

describe('an audit log that cannot be written', () => {
  test('changes no refusal, and lets nothing be done that it would not tell: server_error', async () => {
    const email = freshAddress()
    await app.context.database.run(sql`alter table identity.audit rename to lost`)
    expect(refusalOf(await partner.reset({ user_id: 0 }))).toEqual([404, 'user_not_found'])
    expect(refusalOf(await partner.user({ email }))).toEqual([500, 'server_error'])
    await app.context.database.run(sql`alter table identity.lost rename to audit`)
    expect(app.takeErrors()).toHaveLength(1)
    expect(await mailsTo(app, email)).toEqual([])
    expect((await partner.user({ email })).status).toBe(201)
  })
})

describe('the audit log of calls over the limits', () => {
  test('is one entry for some seconds, with their number', async () => {
    const busy = await testApp({ beside: app })
    const flooding = await developer(busy)
    const call = () => busy.call('gateway', { method: 'POST', url: '/v1/users', key: flooding.key })
    for (let sent = 0; sent < 30; sent++) expect((await call()).status).toBe(400)
    for (let sent = 0; sent < 500; sent++) expect((await call()).status).toBe(429)
    await busy.close()
    const entries = await entriesOf(flooding.keyId)
    expect(entries).toHaveLength(31)
    expect(entries[0]).toMatchObject({ action: 'user.create', outcome: 'rate_limited', calls: 500 })
  })
})

describe.skipIf(redisMissing)('with a redis-server that stops', () => {
  test('calls are rate_limit_unavailable, and nothing is done until it is back', async () => {
    const redis = await startRedis()
    const { database } = app.context
    const counters = openRedisCounters({ url: redis.url, database, clock: app.clock, log: silentLog })
    expect(await counters.ready(5000)).toBe(true)
    const counted = await testApp({ counters, beside: app })
    const own = await developer(counted, await counted.tenant())
    expect((await own.user()).status).toBe(201)
    await redis.kill()
    const email = freshAddress()
    const answers = [await own.user({ email }), await own.business({ email }), await own.invite({ email })]
    answers.push(await own.reset({ user_id: own.tenant.userId }))
    for (const answer of answers) {
      expect(refusalOf(answer)).toEqual([503, 'rate_limit_unavailable'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    }
    expect(await mailsTo(app, email)).toEqual([])
    await redis.restart()
    await expect.poll(async () => (await own.user({ email })).status).toBe(201)
    await counted.close()
    await redis.kill()
  })
})
