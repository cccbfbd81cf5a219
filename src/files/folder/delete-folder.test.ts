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

describe('deleting a folder', () => {
  test('takes everything in it and answers 204', async () => {
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
})

describe('all of this', () => {
  test('was expected: no answer was a failure of ours', () => expect(app.errors).toEqual([]))
})
