import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getKeyInfo', () => {
  test('shows the key and its permissions, with any scope', async () => {
    const { key, workspaceId } = await app.tenant()
    const made = await key('files', {
      scopes: ['share:write'],
      perMinute: 77,
      perDay: 888,
      environment: 'test',
      domains: ['example.com'],
    })
    const me = dataOf(await filesClient(app, made.key).get('/me', { origin: 'https://example.com' }))
    expect(me).toEqual({
      key_id: made.id,
      key_name: 'files key',
      key_prefix: expect.any(String),
      environment: 'test',
      workspace_id: workspaceId,
      scopes: ['share:write'],
      scope_folder_id: null,
      origin_mode: 'restricted',
      allowed_origins: ['example.com'],
      rate_limit_per_min: 77,
      rate_limit_per_day: 888,
      created_at: '2026-03-04 05:06:07',
      last_used_at: null,
      expires_at: null,
    })
    expect(made.key.startsWith(String(me['key_prefix']).replace(/[.…*]+$/, ''))).toBe(true)
  })

  test('says that a key without domains takes any origin', async () => {
    const { key } = await app.tenant()
    const me = dataOf(await filesClient(app, (await key('files')).key).get('/me'))
    expect([me['origin_mode'], me['allowed_origins']]).toEqual(['any', []])
  })

  test('is open to every key, unlike calls that need a scope', async () => {
    const { key } = await app.tenant()
    const files = filesClient(app, (await key('files', { scopes: ['files:read'] })).key)
    expect((await files.get('/me')).status).toBe(200)
    const refused = await files.get('/storage')
    expect(refusalOf(refused)).toEqual([403, 'insufficient_scope'])
    expect(refused.body).toMatchObject({ error: { details: { required: ['workspace:read'] } } })
  })
})
