import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { folderExists, setQuota } from '../public.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const gibibyte = 1024 ** 3

describe('storage', () => {
  test('of a new organization is 10 GB, of a personal workspace 5 GB', async () => {
    const { key, workspaceId, personalId } = await app.tenant()
    const org = filesClient(app, (await key('files')).key)
    const personal = filesClient(app, (await key('files', { workspaceId: personalId })).key)
    expect(dataOf(await org.get('/storage'))).toEqual({
      workspace_id: workspaceId,
      used: 0,
      limit: 10 * gibibyte,
      unlimited: false,
      remaining: 10 * gibibyte,
      percent_used: 0,
      used_human: '0 B',
      limit_human: '10 GB',
      file_count: 0,
      folder_count: 0,
      scope_folder_id: null,
      scope_used: null,
      max_upload_size: { simple: 5 * gibibyte, chunked: 100 * gibibyte },
    })
    expect(dataOf(await personal.get('/storage'))).toMatchObject({
      workspace_id: personalId,
      limit: 5 * gibibyte,
    })
  })

  test('counts files, folders and bytes', async () => {
    const files = filesClient(app, (await (await app.tenant()).key('files')).key)
    await files.file(Buffer.alloc(1500), '1', (await files.folder('a')).id)
    await files.file(Buffer.alloc(36), '2')
    expect(dataOf(await files.get('/storage'))).toMatchObject({
      used: 1536,
      used_human: '1.5 KB',
      file_count: 2,
      folder_count: 1,
    })
  })

  test('has the limit that the operator sets', async () => {
    const { key, workspaceId } = await app.tenant()
    const files = filesClient(app, (await key('files')).key)
    expect(await setQuota(app.context, { workspaceId, limitBytes: 2048 })).toEqual({
      id: workspaceId,
      limit: 2048,
    })
    expect(dataOf(await files.get('/storage'))).toMatchObject({ limit: 2048, unlimited: false })
    await setQuota(app.context, { workspaceId, limitBytes: null })
    expect(dataOf(await files.get('/storage'))).toMatchObject({
      limit: null,
      unlimited: true,
      remaining: null,
    })
    await expect(setQuota(app.context, { workspaceId: 4711, limitBytes: 1 })).rejects.toThrow(
      'There is no workspace 4711.',
    )
    await expect(setQuota(app.context, { workspaceId, limitBytes: -1 })).rejects.toThrow('whole number')
  })
})

describe('the folder of a key to be', () => {
  test('exists when it is a folder of that workspace', async () => {
    const { key, workspaceId, personalId } = await app.tenant()
    const files = filesClient(app, (await key('files')).key)
    const folder = await files.folder('a')
    const file = await files.file('x', 'x')
    expect(await folderExists(app.context, workspaceId, folder.id)).toBe(true)
    expect(await folderExists(app.context, workspaceId, file.id)).toBe(false)
    expect(await folderExists(app.context, personalId, folder.id)).toBe(false)
  })
})

describe('the key itself', () => {
  test('tells what it is and may do, with any scope', async () => {
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

  test('without domains takes any origin', async () => {
    const { key } = await app.tenant()
    const me = dataOf(await filesClient(app, (await key('files')).key).get('/me'))
    expect([me['origin_mode'], me['allowed_origins']]).toEqual(['any', []])
  })

  test('needs the scope of what it calls', async () => {
    const { key } = await app.tenant()
    const files = filesClient(app, (await key('files', { scopes: ['files:read'] })).key)
    const refused = await files.get('/storage')
    expect(refusalOf(refused)).toEqual([403, 'insufficient_scope'])
    expect(refused.body).toMatchObject({ error: { details: { required: ['workspace:read'] } } })
  })
})

describe('health', () => {
  test('asks for no key', async () => {
    for (const [origin, url] of [
      ['files', '/api/v1/health'],
      ['gateway', '/v1/files/health'],
    ] as const) {
      const answer = await app.call(origin, { method: 'GET', url })
      expect(answer.body).toEqual({
        data: { ok: true, service: 'files', version: 'v1', timestamp: '2026-03-04T05:06:07.000Z' },
      })
    }
  })
})
