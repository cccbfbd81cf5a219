import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { createKey } from '../../identity/key/create-key.ts'
import { simulatorNumber } from '../../../test/sms-account.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { logIn, refusalOf, type Browser } from '../console.testing.ts'
import type { ConsoleKey } from './model.ts'

let app: TestApp
let tenant: Tenant
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
beforeEach(async () => {
  browser = await logIn(app, tenant.userId)
})
afterAll(() => app.close())

const keys = () => `/workspaces/${tenant.workspaceId}/keys`
const filesKey = { service: 'files', name: 'Printer', scopes: ['files:read'] }
const smsKey = { service: 'sms', name: 'Alarm', scopes: ['messages:send'] }

interface Created {
  readonly key: ConsoleKey
  readonly secret: string
}
const create = (body: object): Promise<Created> => browser.data<Created>('POST', keys(), body)

const newFolder = async (workspaceId: number) =>
  browser.data<{ id: string }>('POST', `/workspaces/${workspaceId}/files/folders`, { name: 'Letters' })

describe('createKey', () => {
  test('shows every field of the new key, and the key itself once', async () => {
    const folder = await newFolder(tenant.workspaceId)
    const expires = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
    const { key, secret } = await create({
      ...filesKey,
      name: ' Printer ',
      scopes: ['files:read', 'files:write', 'files:read'],
      environment: 'test',
      per_minute: 10,
      per_day: 100,
      folder_id: folder.id,
      ips: ['203.0.113.0/24', '2001:db8::1'],
      domains: ['App.example.com', '*.example.org'],
      expires_at: expires,
    })
    expect(secret).toMatch(/^bf_test_\w{38}$/)
    expect(key).toEqual({
      id: expect.any(Number) as number,
      name: 'Printer',
      prefix: secret.slice(0, 12),
      service: 'files',
      environment: 'test',
      creator: {
        id: tenant.userId,
        name: expect.stringContaining('Pat Person') as string,
        email: expect.stringContaining('@example.com') as string,
        role: 'owner',
      },
      scopes: ['files:read', 'files:write'],
      limits: { per_minute: 10, per_day: 100 },
      folder: { id: folder.id, name: 'Letters' },
      number: null,
      ips: ['203.0.113.0/24', '2001:db8::1'],
      domains: ['app.example.com', '*.example.org'],
      state: 'active',
      created_at: app.clock.now().toISOString(),
      expires_at: expires,
      revoked_at: null,
      last_used_at: null,
      requests_24h: 0,
    })
    const shown = await browser.call('GET', `${keys()}/${key.id}`)
    expect(shown.text).not.toContain(secret)
  })

  test('makes keys that work at once, with the limits of their service unless given', async () => {
    const { key, secret } = await create(filesKey)
    expect(key.limits).toEqual({ per_minute: 120, per_day: 50_000 })
    expect(await app.call('files', { url: '/api/v1/files', key: secret })).toMatchObject({ status: 200 })
    const sms = await create({ ...smsKey, scopes: ['numbers:read'], per_day: null, expires_at: null })
    expect(sms.key.limits).toEqual({ per_minute: 30, per_day: null })
    expect(await app.call('sms', { url: '/api/v1/numbers', key: sms.secret })).toMatchObject({ status: 200 })
    for (const [service, scope] of [
      ['iam', 'iam:read'],
      ['provisioning', 'users:create'],
    ])
      expect((await create({ service, name: 'x', scopes: [scope] })).key.service).toBe(service)
  })

  test('makes keys that are limited to a folder or a number', async () => {
    const folder = await newFolder(tenant.workspaceId)
    const { secret } = await create({ ...filesKey, folder_id: folder.id })
    const me = await app.call('files', { url: '/api/v1/me', key: secret })
    expect(me.body).toMatchObject({ data: { scope_folder_id: folder.id } })
    for (const number of [await simulatorNumber(app), await simulatorNumber(app, { tenant })]) {
      const bound = await create({ ...smsKey, number_id: number.id })
      expect(bound.key.number).toEqual({ id: number.id, phone: number.number })
    }
  })

  test('is audited, without the key', async () => {
    const { key, secret } = await create(filesKey)
    const rows = await app.context.database.rows(sql`
      select * from identity.audit where target = ${`key:${key.id}`}`)
    expect(rows).toMatchObject([
      { action: 'key.create', actor: 'person', user_id: tenant.userId, workspace_id: tenant.workspaceId },
    ])
    expect(JSON.stringify(rows)).not.toContain(secret.slice(12))
  })

  const refused = async (body: object): Promise<readonly unknown[]> => {
    const answer = await browser.call('POST', keys(), body)
    const { error } = answer.body as { error: { details?: { field?: string } } }
    return [...refusalOf(answer), error.details?.field]
  }

  test('is invalid_scope without scopes and for scopes that the service lacks', async () => {
    for (const scopes of [['fly'], ['messages:send'], ['files:read', 'iam:admin']])
      expect(await refused({ ...filesKey, scopes })).toEqual([400, 'invalid_scope', 'scopes'])
    for (const scopes of [[], undefined, 'files:read', [7]])
      expect(await refused({ ...filesKey, scopes })).toEqual([400, 'invalid_scope', 'scopes'])
  })

  test('is invalid_restriction for malformed addresses and domains, and for what the service lacks', async () => {
    expect(await refused({ ...filesKey, ips: ['x'] })).toEqual([400, 'invalid_restriction', 'ips'])
    expect(await refused({ ...filesKey, domains: ['a b'] })).toEqual([400, 'invalid_restriction', 'domains'])
    expect(await refused({ ...filesKey, ips: Array(101).fill('::1') })).toEqual([
      400,
      'invalid_restriction',
      'ips',
    ])
    for (const [body, field] of [
      [{ ...smsKey, ips: ['::1'] }, 'ips'],
      [{ ...smsKey, environment: 'test' }, 'environment'],
      [{ ...smsKey, folder_id: 'abcdefgh' }, 'folder_id'],
      [{ ...filesKey, number_id: 1 }, 'number_id'],
    ] as const)
      expect(await refused(body)).toEqual([400, 'invalid_restriction', field])
  })

  test('is invalid_expiry for a time that is past or none', async () => {
    const now = app.clock.now().toISOString()
    expect(await refused({ ...filesKey, expires_at: now })).toEqual([400, 'invalid_expiry', 'expires_at'])
    for (const expires_at of ['tomorrow', '2100-01-01', 4_102_444_800])
      expect(await refused({ ...filesKey, expires_at })).toEqual([400, 'invalid_expiry', 'expires_at'])
  })

  test('takes a name of 1 to 100 characters on one line', async () => {
    expect((await create({ ...filesKey, name: 'é'.repeat(100) })).key.name).toHaveLength(100)
    for (const name of ['', ' ', 'x'.repeat(101), 'a\nb', undefined, 'a\u202Eb'])
      expect(await refused({ ...filesKey, name })).toEqual([400, 'invalid_request', 'name'])
  })

  test('is folder_not_found for folders of other workspaces as for unknown ones', async () => {
    const foreign = await newFolder(tenant.personalId)
    for (const folder_id of ['unknown1', foreign.id, 'x'.repeat(5000)])
      expect(await refused({ ...filesKey, folder_id })).toEqual([404, 'folder_not_found', 'folder_id'])
  })

  test('is number_not_found for numbers of other workspaces as for unknown ones', async () => {
    const foreign = await simulatorNumber(app, { tenant: await app.tenant() })
    for (const number_id of [foreign.id, 987_654_321, -1, 1e300])
      expect(await refused({ ...smsKey, number_id })).toEqual([404, 'number_not_found', 'number_id'])
  })

  test('is not_an_org_workspace for IAM in a personal workspace', async () => {
    const iam = { service: 'iam', name: 'x', scopes: ['iam:read'] }
    expect(await browser.refusal('POST', `/workspaces/${tenant.personalId}/keys`, iam)).toEqual([
      400,
      'not_an_org_workspace',
    ])
  })

  test('is access_not_granted for provisioning without an approval', async () => {
    const { id } = await app.member(tenant.workspaceId, 'admin')
    const other = await logIn(app, id)
    const provisioning = { service: 'provisioning', name: 'x', scopes: ['users:create'] }
    expect(await other.refusal('POST', keys(), provisioning)).toEqual([403, 'access_not_granted'])
  })

  test('is too_many_keys beyond 500 that have not ended, also at once', async () => {
    const { userId, workspaceId } = await app.tenant()
    const owner = await logIn(app, userId)
    const { database, random, clock } = app.context
    const soon = new Date(clock.now().getTime() + 1000)
    await database.transaction(async (tx) => {
      for (let made = 0; made < 498; made++)
        await createKey(tx, random, {
          service: 'files',
          scopes: ['files:read'],
          userId,
          workspaceId,
          expiresAt: made === 0 ? soon : undefined,
        })
    })
    const path = `/workspaces/${workspaceId}/keys`
    const both = () => Promise.all(Array.from({ length: 6 }, () => owner.call('POST', path, filesKey)))
    const outcomes = Map.groupBy(await both(), (answer) => refusalOf(answer).join(' '))
    expect(outcomes.get('201 ')).toHaveLength(2)
    expect(outcomes.get('409 too_many_keys')).toHaveLength(4)
    app.clock.advance(2000)
    expect((await owner.call('POST', path, filesKey)).status).toBe(201)
    expect(await owner.refusal('POST', path, filesKey)).toEqual([409, 'too_many_keys'])
  })
})
