import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  files = filesClient(app, (await (await app.tenant()).key('files')).key)
})
afterAll(() => app.close())

describe('changing a folder', () => {
  test('renames and moves it', async () => {
    const [folder, to] = [await files.folder('old'), await files.folder('to')]
    const changed = dataOf(await files.patch(`/folders/${folder.id}`, { name: 'new', parent_id: to.id }))
    expect(changed).toEqual({ ...folder, name: 'new', parent_id: to.id })
  })

  test('refuses files as not_a_folder and leaves them alone', async () => {
    const file = await files.file('x', 'x.txt')
    expect(refusalOf(await files.patch(`/folders/${file.id}`, { name: 'y.txt' }))).toEqual([
      400,
      'not_a_folder',
    ])
    expect(dataOf(await files.get(`/files/${file.id}`))).toEqual(file)
  })

  test('refuses what changes nothing, bad names, and circles', async () => {
    const folder = await files.folder('folder')
    const inner = await files.folder('inner', folder.id)
    const refused = async (body: object) => refusalOf(await files.patch(`/folders/${folder.id}`, body))
    expect(await refused({})).toEqual([400, 'no_changes'])
    expect(await refused({ name: 'a/b' })).toEqual([400, 'invalid_name'])
    expect(await refused({ parent_id: inner.id })).toEqual([400, 'invalid_move'])
    expect(await refused({ parent_id: 'zzzzzzzz' })).toEqual([404, 'folder_not_found'])
  })
})

describe('all of this', () => {
  test('was expected: no answer was a failure of ours', () => expect(app.errors).toEqual([]))
})
