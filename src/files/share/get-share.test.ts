import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { filesApp, type FilesApp } from '../../../test/files-app.ts'

let app: TestApp
let files: FilesApp['files']
let api: FilesApp['api']

beforeAll(async () => {
  ;({ app, files, api } = await filesApp())
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
