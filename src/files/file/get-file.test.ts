import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let tenant: Tenant
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  files = filesClient(app, (await tenant.key('files')).key)
})
afterAll(() => app.close())

describe('getFile', () => {
  test('returns the whole file object', async () => {
    const folder = await files.folder('Papers')
    const { id } = await files.file('twelve bytes', 'Report.PDF', folder.id)
    expect(dataOf(await files.get(`/files/${id}`))).toEqual({
      id,
      type: 'file',
      name: 'Report.PDF',
      parent_id: folder.id,
      size: 12,
      mime_type: 'application/pdf',
      extension: 'pdf',
      has_thumbnail: false,
      share_status: 'private',
      share_url: `http://files.test/sl/${id}`,
      share_active: false,
      shared_with: null,
      share_password_protected: false,
      share_expires_at: null,
      created_at: '2026-03-04 05:06:07',
      updated_at: '2026-03-04 05:06:07',
    })
  })

  test('works for folders, whose size is 0', async () => {
    const { id } = await files.folder('Empty')
    expect(dataOf(await files.get(`/files/${id}`))).toMatchObject({
      id,
      type: 'folder',
      size: 0,
      parent_id: null,
    })
  })

  test('answers not_found alike for unknown, malformed and foreign ids', async () => {
    const stranger = filesClient(app, (await (await app.tenant()).key('files')).key)
    const { id } = await files.file('x', 'x.txt')
    const answers = [
      await stranger.get(`/files/${id}`),
      await files.get('/files/zzzzzzzz'),
      await files.get('/files/zz'),
      await files.get('/files/%00%00%00%00%00%00%00%00'),
    ]
    for (const answer of answers) expect(refusalOf(answer)).toEqual([404, 'not_found'])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  test('hides items outside of its folder from a folder-scoped key', async () => {
    const [inside, outside] = [await files.folder('Inside'), await files.folder('Outside')]
    const [mine, other] = [
      await files.file('a', 'a.txt', inside.id),
      await files.file('b', 'b.txt', outside.id),
    ]
    const scoped = filesClient(app, (await tenant.key('files', { folderId: inside.id })).key)
    expect((await scoped.get(`/files/${mine.id}`)).status).toBe(200)
    expect((await scoped.get(`/files/${inside.id}`)).status).toBe(200)
    expect(refusalOf(await scoped.get(`/files/${other.id}`))).toEqual([404, 'not_found'])
  })
})
