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

describe('deleteFolder', () => {
  test('deletes everything in it and answers 204; after that it is not_found', async () => {
    const folder = await files.folder('folder')
    const file = await files.file('x', 'x.txt', folder.id)
    expect((await files.del(`/folders/${folder.id}`)).status).toBe(204)
    expect(refusalOf(await files.get(`/files/${file.id}`))).toEqual([404, 'not_found'])
    expect(refusalOf(await files.del(`/folders/${folder.id}`))).toEqual([404, 'not_found'])
  })

  test('refuses files as not_a_folder and leaves them alone', async () => {
    const file = await files.file('x', 'x.txt')
    expect(refusalOf(await files.del(`/folders/${file.id}`))).toEqual([400, 'not_a_folder'])
    expect(dataOf(await files.get(`/files/${file.id}`))).toEqual(file)
  })

  test('is out_of_scope for the folder of the key, not_found outside of it', async () => {
    const [scope, outside] = [await files.folder('scope'), await files.folder('outside')]
    const inside = await files.folder('inside', scope.id)
    const scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    expect(refusalOf(await scoped.del(`/folders/${scope.id}`))).toEqual([403, 'out_of_scope'])
    expect(refusalOf(await scoped.del(`/folders/${outside.id}`))).toEqual([404, 'not_found'])
    expect((await scoped.del(`/folders/${inside.id}`)).status).toBe(204)
    expect((await files.get(`/folders/${scope.id}`)).status).toBe(200)
  })
})
