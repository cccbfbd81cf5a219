import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { jsonCaller } from '../../../test/share-client.ts'

let app: TestApp
let files: ReturnType<typeof filesClient>
let api: ReturnType<typeof jsonCaller>

beforeAll(async () => {
  app = await testApp()
  const tenant = await app.tenant()
  const { key } = await tenant.key('files')
  files = filesClient(app, key)
  api = jsonCaller(app, key)
})
afterAll(() => app.close())

describe('getShare', () => {
  test('shows private ones too', async () => {
    const fresh = await files.file('x', 'read.txt')
    expect(dataOf(await api('GET', `/shares/${fresh.id}`))).toMatchObject({
      file_id: fresh.id,
      status: 'private',
      share_active: false,
      url: `http://files.test/sl/${fresh.id}`,
    })
  })

  test('of an unknown or malformed id is not_found', async () => {
    for (const id of ['zzzzzzzz', 'x'])
      expect(refusalOf(await api('GET', `/shares/${id}`))).toEqual([404, 'not_found'])
  })
})

describe('all of this', () => {
  test('was expected: no answer was a failure of ours', () => expect(app.errors).toEqual([]))
})
