import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Answer, type Tenant, type TestApp } from '../../../test/harness.ts'
import { refusalOfKey } from './refusal.testing.ts'
import { provisioning } from '../../provisioning/service.ts'
import type { KeysOfService } from './api-key.ts'
import { revokeProvisioning } from '../approval/change-approval.ts'
import { inForce } from '../in-force.ts'
import { revokeKey } from '../key/revoke-key.ts'
import { removeMember } from '../member/change-members.ts'
import { setUserDisabled } from '../user/disable-user.ts'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

const list = (key?: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.call('files', { url: '/api/v1/files', headers, remoteAddress, ...(key !== undefined && { key }) })
const code = ({ body }: Answer) => (body as { error?: { code?: string } }).error?.code
const seen = (answer: Answer) => [answer.status, code(answer)]

describe('a key of the files API', () => {
  test('must come as a bearer token, or it is missing_authorization', async () => {
    expect(seen(await list())).toEqual([401, 'missing_authorization'])
    const { key } = await tenant.key('files')
    expect(seen(await list(undefined, { cookie: `authorization=Bearer ${key}` }))).toEqual([
      401,
      'missing_authorization',
    ])
    for (const authorization of ['Basic dXNlcg==', 'Bearer', 'Bearer ', 'bf_live_x']) {
      expect(seen(await list(undefined, { authorization })), authorization).toEqual([
        401,
        'missing_authorization',
      ])
    }
  })

  test('that looks like none is invalid_token_format, one that was never issued invalid_token', async () => {
    expect(seen(await list('nonsense'))).toEqual([401, 'invalid_token_format'])
    expect(seen(await list(`bf_live_${'a'.repeat(38)}`))).toEqual([401, 'invalid_token'])
  })

  test('stops as token_revoked, token_expired, token_orphaned, or account_disabled like its creator', async () => {
    const { id: memberId } = await app.member(tenant.workspaceId, 'member')
    const [revoked, expiring, orphaned] = [
      await tenant.key('files'),
      await tenant.key('files', { expiresAt: new Date(app.clock.now().getTime() + 60_000) }),
      await tenant.key('files', { userId: memberId }),
    ]
    for (const { key } of [revoked, expiring, orphaned]) expect((await list(key)).status).toBe(200)

    await inForce(app.context, (tx) => revokeKey(tx, revoked.id))
    expect(seen(await list(revoked.key))).toEqual([401, 'token_revoked'])
    app.clock.advance(60_000)
    expect(seen(await list(expiring.key))).toEqual([401, 'token_expired'])
    await inForce(app.context, (tx) => setUserDisabled(tx, memberId, true))
    expect(seen(await list(orphaned.key))).toEqual([401, 'account_disabled'])
    await inForce(app.context, (tx) => setUserDisabled(tx, memberId, false))
    await inForce(app.context, (tx) =>
      removeMember(tx, { workspaceId: tenant.workspaceId, userId: memberId }),
    )
    expect(seen(await list(orphaned.key))).toEqual([401, 'token_orphaned'])
  })

  test('of another service is wrong_service', async () => {
    const { key } = await tenant.key('iam')
    expect(seen(await list(key))).toEqual([403, 'wrong_service'])
    const { key: filesKey } = await tenant.key('files')
    expect(seen(await app.call('gateway', { url: '/v1/iam/members', key: filesKey }))).toEqual([
      403,
      'wrong_service',
    ])
    expect(seen(await app.call('gateway', { url: '/v1/users', key: filesKey }))).toEqual([
      403,
      'wrong_service',
    ])
  })

  test('needs a plan that is active, else subscription_required, and has the service, else plan_upgrade_required', async () => {
    const idle = await app.tenant({ plan: { active: false } })
    expect(seen(await list((await idle.key('files')).key))).toEqual([402, 'subscription_required'])
    const texting = await app.tenant({ plan: { services: ['sms'] } })
    expect(seen(await list((await texting.key('files')).key))).toEqual([402, 'plan_upgrade_required'])
  })

  test('without the scope of a call is insufficient_scope, which names it', async () => {
    const { key } = await tenant.key('files', { scopes: ['share:read'] })
    const answer = await list(key)
    expect(answer.body).toMatchObject({
      error: { code: 'insufficient_scope', details: { required: ['files:read'] } },
    })
    expect(answer.status).toBe(403)
  })

  test('may be confined to addresses: ip_blocked elsewhere', async () => {
    const { key } = await tenant.key('files', { ips: ['127.0.0.8/30', '2001:db8::/32'] })
    expect((await list(key, {}, '127.0.0.9')).status).toBe(200)
    expect((await list(key, {}, '::ffff:127.0.0.9')).status).toBe(200)
    expect((await list(key, {}, '2001:db8::1')).status).toBe(200)
    expect(seen(await list(key, {}, '127.0.0.1'))).toEqual([403, 'ip_blocked'])
    expect(seen(await list(key, { 'x-forwarded-for': '127.0.0.9' }, '127.0.0.1'))).toEqual([
      403,
      'ip_blocked',
    ])
  })

  test('may be confined to domains: origin_blocked elsewhere, origin_required without one', async () => {
    const { key } = await tenant.key('files', { domains: ['example.com', '*.example.org'] })
    expect((await list(key, { origin: 'https://example.com' })).status).toBe(200)
    expect((await list(key, { referer: 'https://a.example.org/x' })).status).toBe(200)
    expect(seen(await list(key, { origin: 'https://evil.test' }))).toEqual([403, 'origin_blocked'])
    expect(seen(await list(key))).toEqual([403, 'origin_required'])
  })
})

describe('a key of the provisioning API', () => {
  test('is access_not_granted at once when the approval is taken back', async () => {
    const partner = await app.tenant()
    const { key } = await partner.key('provisioning')
    const call = () => app.call('gateway', { method: 'POST', url: '/v1/users/nothing', key })
    expect(seen(await call())).toEqual([404, 'not_found'])
    await inForce(app.context, (tx) => revokeProvisioning(tx, partner.userId))
    expect(seen(await call())).toEqual([403, 'access_not_granted'])
  })

  test('works with 30 and 1,000 at most, whatever was asked for', async () => {
    const partner = await app.tenant()
    const { key } = await partner.key('provisioning', { perMinute: 5000, perDay: 5000 })
    const { headers } = await app.call('gateway', { method: 'POST', url: '/v1/users/nothing', key })
    expect([headers['x-ratelimit-limit-minute'], headers['x-ratelimit-limit-day']]).toEqual(['30', '1000'])
    expect(headers['x-ratelimit-reset-seconds']).toBeUndefined()
  })

  test('counts together with the developer’s other keys: 60 a minute', async () => {
    const partner = await app.tenant()
    const statuses: number[] = []
    for (let number = 0; number < 3; number++) {
      const { key } = await partner.key('provisioning')
      for (let call = 0; call < 25; call++) {
        statuses.push((await app.call('gateway', { method: 'POST', url: '/v1/users/nothing', key })).status)
      }
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(60)
    expect(statuses.slice(60).every((status) => status === 429)).toBe(true)
  })
})

describe('keys of the provisioning API', () => {
  test('have 2,000 calls in 24 hours together, then rate_limited', async () => {
    const partner = await app.tenant()
    const keys = await Promise.all(Array.from({ length: 3 }, () => partner.key('provisioning')))
    const [kind] = provisioning.profile.callers
    const refusalOf = (key: string) => {
      app.clock.advance(3000)
      return refusalOfKey(app, key, {
        service: provisioning.profile,
        kind: kind as KeysOfService,
        endpoint: undefined,
        scope: undefined,
      })
    }
    for (let call = 0; call < 2000; call++) expect(await refusalOf(keys[call % 3]?.key ?? '')).toBeUndefined()
    expect(await refusalOf(keys[0]?.key ?? '')).toMatchObject({
      reason: 'limit_reached',
      input: { details: { limit: 'account_day' } },
    })
  })
})

describe('a key of the SMS API', () => {
  const sms = (key?: string) => app.call('sms', { url: '/api/v1/health', ...(key !== undefined && { key }) })

  test('is unauthorized when it is missing, invalid_key whatever is wrong with it', async () => {
    expect(seen(await sms())).toEqual([401, 'unauthorized'])
    const { id, key } = await tenant.key('sms')
    expect((await sms(key)).status).toBe(200)
    await inForce(app.context, (tx) => revokeKey(tx, id))
    for (const bad of [key, 'nonsense', (await tenant.key('files')).key]) {
      expect(seen(await sms(bad))).toEqual([401, 'invalid_key'])
    }
  })

  test('is on the plan of the workspace’s owner, not of its creator, else subscription_inactive', async () => {
    const { id: memberId } = await app.member(tenant.workspaceId, 'member')
    const { key } = await tenant.key('sms', { userId: memberId })
    expect((await sms(key)).status).toBe(200)
    const idle = await app.tenant({ plan: { active: false } })
    expect(seen(await sms((await idle.key('sms')).key))).toEqual([402, 'subscription_inactive'])
  })
})
