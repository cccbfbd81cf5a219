import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const gibibyte = 1024 ** 3

describe('getStorage', () => {
  test('of a new organization has 10 GB, of a personal workspace 5 GB', async () => {
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
})
