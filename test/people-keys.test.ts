import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inForce } from '../src/identity/in-force.ts'
import { removeMember } from '../src/identity/member/change-members.ts'
import { revokeKey } from '../src/identity/key/revoke-key.ts'
import { setUserDisabled } from '../src/identity/user/disable-user.ts'
import { approveProvisioning } from '../src/identity/approval/change-approval.ts'
import { refusalOf } from './files-client.ts'
import { testApp, type Tenant, type TestApp } from './harness.ts'

// docs/api/keys.md#refusals, for the two APIs about people.

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Operation = readonly [method: Method, path: string]

/** Every operation by the scope that it needs. */
const operations: Readonly<Record<'iam' | 'provisioning', Readonly<Record<string, readonly Operation[]>>>> = {
  iam: {
    'iam:read': [
      ['GET', '/v1/iam/members'],
      ['GET', '/v1/iam/invites'],
      ['GET', '/v1/iam/invite-codes'],
    ],
    'iam:write': [
      ['POST', '/v1/iam/members'],
      ['PATCH', '/v1/iam/members/987654321'],
      ['DELETE', '/v1/iam/members/987654321'],
      ['DELETE', '/v1/iam/invites/987654321'],
      ['POST', '/v1/iam/invite-codes'],
      ['DELETE', '/v1/iam/invite-codes/0000000000000000'],
    ],
  },
  provisioning: {
    'users:create': [['POST', '/v1/users']],
    'business:create': [['POST', '/v1/users/business']],
    'workspace:invite': [['POST', '/v1/users/workspace-members']],
    'users:password_reset': [['POST', '/v1/users/password-reset']],
  },
}

const call = (
  [method, url]: Operation,
  key?: string,
  more: { readonly headers?: Record<string, string>; readonly payload?: string } = {},
) => {
  app.clock.advance(3000)
  const headers = { 'content-type': 'application/json', ...more.headers }
  const payload = method === 'GET' ? {} : { payload: more.payload ?? '{}' }
  return app.call('gateway', { method, url, headers, ...payload, ...(key !== undefined && { key }) })
}

describe.each(['iam', 'provisioning'] as const)('a key of the %s API', (service) => {
  const [first] = Object.values(operations[service]).flat()
  const ask = async (key?: string, headers?: Record<string, string>) =>
    refusalOf(await call(first as Operation, key, headers && { headers }))

  test('must come as a bearer token: missing_authorization, invalid_token_format, invalid_token', async () => {
    expect(await ask()).toEqual([401, 'missing_authorization'])
    expect(await ask('nonsense')).toEqual([401, 'invalid_token_format'])
    expect(await ask(`bf_live_${'a'.repeat(38)}`)).toEqual([401, 'invalid_token'])
  })

  test('stops as token_revoked, token_expired, account_disabled, token_orphaned', async () => {
    const { id: userId } = await app.member(tenant.workspaceId, 'admin')
    if (service === 'provisioning') await inForce(app.context, (tx) => approveProvisioning(tx, userId))
    const expiresAt = new Date(app.clock.now().getTime() + 60_000)
    const [revoked, expiring, orphaned] = [
      await tenant.key(service),
      await tenant.key(service, { expiresAt }),
      await tenant.key(service, { userId }),
    ]
    await inForce(app.context, (tx) => revokeKey(tx, revoked.id))
    expect(await ask(revoked.key)).toEqual([401, 'token_revoked'])
    app.clock.advance(60_000)
    expect(await ask(expiring.key)).toEqual([401, 'token_expired'])
    await inForce(app.context, (tx) => setUserDisabled(tx, userId, true))
    expect(await ask(orphaned.key)).toEqual([401, 'account_disabled'])
    await inForce(app.context, (tx) => setUserDisabled(tx, userId, false))
    await inForce(app.context, (tx) => removeMember(tx, { workspaceId: tenant.workspaceId, userId }))
    expect(await ask(orphaned.key)).toEqual([401, 'token_orphaned'])
  })

  test('of any other service is wrong_service', async () => {
    for (const other of ['files', 'iam', 'provisioning'] as const) {
      if (other === service) continue
      expect(await ask((await tenant.key(other)).key), other).toEqual([403, 'wrong_service'])
    }
  })

  test('may be confined: ip_blocked, origin_blocked, origin_required', async () => {
    const { key: elsewhere } = await tenant.key(service, { ips: ['192.0.2.1'] })
    expect(await ask(elsewhere)).toEqual([403, 'ip_blocked'])
    const { key } = await tenant.key(service, { domains: ['example.com'] })
    expect(await ask(key)).toEqual([403, 'origin_required'])
    expect(await ask(key, { origin: 'https://evil.test' })).toEqual([403, 'origin_blocked'])
  })

  test.each(Object.keys(operations[service]))(
    'with the scope %s may do what it grants, anything else is insufficient_scope, which names the scope',
    async (scope) => {
      const { key } = await tenant.key(service, { scopes: [scope] })
      for (const [required, granted] of Object.entries(operations[service]))
        for (const operation of granted) {
          const { status, body } = await call(operation, key)
          if (required === scope) expect(status, operation.join(' ')).not.toBe(403)
          else
            expect([status, body]).toMatchObject([
              403,
              { error: { code: 'insufficient_scope', details: { required: [required] } } },
            ])
        }
    },
  )

  test('asks for a path that does not exist, not_found, or with another method, method_not_allowed', async () => {
    const { key } = await tenant.key(service)
    const [, path] = first as Operation
    expect(refusalOf(await call(['POST', `${path}/nothing/at/all`], key))).toEqual([404, 'not_found'])
    expect(refusalOf(await call(['POST', `${path}/nothing/at/all`]))).toEqual([401, 'missing_authorization'])
    expect(refusalOf(await call(['DELETE', path], key))).toEqual([405, 'method_not_allowed'])
    expect(refusalOf(await call(['DELETE', path]))).toEqual([401, 'missing_authorization'])
  })

  test('that sends what is not JSON is told invalid_json', async () => {
    const { key } = await tenant.key(service)
    const post = Object.values(operations[service])
      .flat()
      .find(([method]) => method === 'POST') as Operation
    for (const payload of ['{', '{"email":}', 'email=a'])
      expect(refusalOf(await call(post, key, { payload }))).toEqual([400, 'invalid_json'])
  })
})
