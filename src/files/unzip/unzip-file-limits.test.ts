import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { messageOf, unzipped, workspaceOf } from './unzip.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('an archive', () => {
  test('has 10,000 entries, with one more it is too_many_items', { timeout: 60_000 }, async () => {
    const { client } = await workspaceOf(app)
    const entries = Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}`, bytes: 'x' }))
    const answer = await unzipped(client, entries.slice(1))
    expect([answer.status, messageOf(answer)]).toEqual([201, 'Extracted 10000 files and 0 folders.'])
    expect(dataOf(await client.get('/storage'))).toMatchObject({ file_count: 10_001, folder_count: 1 })
    expect(refusalOf(await unzipped(client, entries))).toEqual([413, 'too_many_items'])
  })

  test('has 10 GB uncompressed, with one byte more it is too_large', async () => {
    const { client } = await workspaceOf(app)
    const claiming = (sizeBytes: number) =>
      unzipped(client, [{ name: 'x', bytes: 'some text', deflated: true, zip64: true, sizeBytes }])
    // As much may be in it; that it is less is found later.
    expect(refusalOf(await claiming(10 * 1024 ** 3))).toEqual([400, 'invalid_archive'])
    expect(refusalOf(await claiming(10 * 1024 ** 3 + 1))).toEqual([413, 'too_large'])
  })
})
