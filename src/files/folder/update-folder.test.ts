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

describe('updateFolder', () => {
  test('renames and moves it', async () => {
    const [folder, to] = [await files.folder('old'), await files.folder('to')]
    const changed = dataOf(await files.patch(`/folders/${folder.id}`, { name: 'new', parent_id: to.id }))
    expect(changed).toEqual({ ...folder, name: 'new', parent_id: to.id })
  })

  test('refuses files as not_a_folder and leaves them alone', async () => {
    const file = await files.file('x', 'x.txt')
    const folder = await files.folder('into a file')
    expect(refusalOf(await files.patch(`/folders/${folder.id}`, { parent_id: file.id }))).toEqual([
      400,
      'not_a_folder',
    ])
    expect(refusalOf(await files.patch(`/folders/${file.id}`, { name: 'y.txt' }))).toEqual([
      400,
      'not_a_folder',
    ])
    expect(dataOf(await files.get(`/files/${file.id}`))).toEqual(file)
  })

  test('accepts names that are blocked for files', async () => {
    const folder = await files.folder('plain')
    expect(dataOf(await files.patch(`/folders/${folder.id}`, { name: 'app.exe' }))['name']).toBe('app.exe')
  })

  test('is no_changes, invalid_name, invalid_move, folder_not_found or not_found as for files', async () => {
    const folder = await files.folder('folder')
    const inner = await files.folder('inner', folder.id)
    const refused = async (body: object) => refusalOf(await files.patch(`/folders/${folder.id}`, body))
    expect(await refused({})).toEqual([400, 'no_changes'])
    expect(await refused({ name: 'a/b' })).toEqual([400, 'invalid_name'])
    expect(await refused({ parent_id: inner.id })).toEqual([400, 'invalid_move'])
    expect(await refused({ parent_id: 'zzzzzzzz' })).toEqual([404, 'folder_not_found'])
    expect(refusalOf(await files.patch('/folders/zzzzzzzz', { name: 'x' }))).toEqual([404, 'not_found'])
  })

  test('is out_of_scope for the folder of the key, and for destinations outside of it', async () => {
    const [scope, outside] = [await files.folder('scope'), await files.folder('outside')]
    const inside = await files.folder('inside', scope.id)
    const scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    const refused = async (id: string, body: object) => refusalOf(await scoped.patch(`/folders/${id}`, body))
    expect(await refused(scope.id, { name: 'new' })).toEqual([403, 'out_of_scope'])
    for (const parent_id of [null, outside.id, 'zzzzzzzz'])
      expect(await refused(inside.id, { parent_id })).toEqual([403, 'out_of_scope'])
    expect(await refused(outside.id, { name: 'new' })).toEqual([404, 'not_found'])
  })
})
