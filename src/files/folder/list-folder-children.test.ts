import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient, refusalOf, type ShownList } from '../../../test/files-client.ts'
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

describe('listFolderChildren', () => {
  test('answers as listing files with that parent does, page by page', async () => {
    const folder = await files.folder('Full')
    for (const name of ['c', 'a', 'b']) await files.folder(name, folder.id)
    await files.file('x', 'a.txt', folder.id)
    for (const query of ['', '?limit=2', '?limit=2&offset=2', '?sort=name_desc', '?q=A', '?offset=9']) {
      const children = await files.get(`/folders/${folder.id}/children${query}`)
      const listed = await files.get(`/files?parent_id=${folder.id}${query.replace('?', '&')}`)
      expect([children.status, children.text], query).toEqual([200, listed.text])
    }
    const { data, meta } = (await files.get(`/folders/${folder.id}/children?limit=3`)).body as ShownList
    expect(data.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(meta).toEqual({ total: 4, offset: 0, limit: 3, next_offset: 3 })
  })

  test('of an empty folder is an empty list', async () => {
    const folder = await files.folder('Empty')
    expect((await files.get(`/folders/${folder.id}/children`)).body).toEqual({
      data: [],
      meta: { total: 0, offset: 0, limit: 20, next_offset: null },
    })
  })

  test('of a file is not_a_folder', async () => {
    const file = await files.file('x', 'x.txt')
    expect(refusalOf(await files.get(`/folders/${file.id}/children`))).toEqual([400, 'not_a_folder'])
  })

  test('with bad paging or sorting is invalid_paging or invalid_sort', async () => {
    const folder = await files.folder('Ordered')
    const refused = async (query: string) =>
      refusalOf(await files.get(`/folders/${folder.id}/children?${query}`))
    for (const paging of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'offset=1.5'])
      expect(await refused(paging)).toEqual([400, 'invalid_paging'])
    for (const sort of ['', 'size_asc', 'NAME_ASC'])
      expect(await refused(`sort=${sort}`)).toEqual([400, 'invalid_sort'])
  })

  test('of another tenant’s folder or one outside the scope is not_found', async () => {
    const [inside, outside] = [await files.folder('Inside'), await files.folder('Outside')]
    const stranger = filesClient(app, (await (await app.tenant()).key('files')).key)
    const scoped = filesClient(app, (await tenant.key('files', { folderId: inside.id })).key)
    const notFound = [404, 'not_found']
    expect(refusalOf(await stranger.get(`/folders/${inside.id}/children`))).toEqual(notFound)
    expect(refusalOf(await scoped.get(`/folders/${outside.id}/children`))).toEqual(notFound)
    expect((await scoped.get(`/folders/${inside.id}/children`)).status).toBe(200)
  })
})
