import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient } from '../../test/files-client.ts'
import { testApp, type TestApp } from '../../test/harness.ts'
import { IdentityRefusal } from '../identity/refusal.ts'
import { folderExists, setQuota } from './public.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('the quota of a workspace', () => {
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
      new IdentityRefusal('workspace_not_found', { workspaceId: 4711 }),
    )
    await expect(setQuota(app.context, { workspaceId, limitBytes: -1 })).rejects.toThrow('whole number')
  })
})

describe('the folder of a new key', () => {
  test('must be a folder of that workspace', async () => {
    const { key, workspaceId, personalId } = await app.tenant()
    const files = filesClient(app, (await key('files')).key)
    const folder = await files.folder('a')
    const file = await files.file('x', 'x')
    expect(await folderExists(app.context, workspaceId, folder.id)).toBe(true)
    expect(await folderExists(app.context, workspaceId, file.id)).toBe(false)
    expect(await folderExists(app.context, personalId, folder.id)).toBe(false)
  })
})
