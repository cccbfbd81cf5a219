import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sampleZip, unicodePathField } from '../../platform/zip/read/samples.testing.ts'
import { messageOf, unzip, unzipped, workspaceOf } from './unzip.testing.ts'

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

  test('has paths of 4,096 characters in 256 parts: six of 1,500 names of 64 KB at once are invalid_archive', async () => {
    const { client } = await workspaceOf(app)
    const name = 'a/'.repeat(32_000)
    const entries = Array.from({ length: 1500 }, (_, n) => ({ name: `${name}${n}`, bytes: '', offset: 0 }))
    const { id } = await client.file(sampleZip(entries), 'hostile.zip')
    const before = process.memoryUsage().rss
    const answers = await Promise.all(Array.from({ length: 6 }, () => unzip(client, id)))
    expect(answers.map(refusalOf)).toEqual(answers.map(() => [400, 'invalid_archive']))
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2)
  })

  test('has 8 MB of names, and refuses an endless path without splitting it into parts', async () => {
    const { client } = await workspaceOf(app)
    const name = (n: number) => `${'n'.repeat(250)}/`.repeat(15) + String(n)
    const entries = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: name(n), bytes: 'x' }))
    const perName = name(1000).length
    expect((await unzipped(client, entries(100))).status).toBe(201)
    const answer = await unzipped(client, entries(Math.ceil((8 * 1024 ** 2) / perName) + 10))
    expect([refusalOf(answer), answer.text]).toEqual([
      [400, 'invalid_archive'],
      expect.stringContaining('8 MB'),
    ])
    expect(refusalOf(await unzipped(client, [{ name: '/'.repeat(257), bytes: '' }]))).toEqual([
      400,
      'invalid_archive',
    ])
  })

  test('has 8 MB of names wherever they stand, and in which encoding', async () => {
    const { client } = await workspaceOf(app)
    const raw = (n: number) => Buffer.from(String(n))
    const long = (n: number) => `${'n'.repeat(14)}/`.repeat(255) + String(n)
    const count = Math.ceil((8 * 1024 ** 2) / long(1000).length) + 10
    const inExtraFields = Array.from({ length: count }, (_, n) => ({
      name: raw(n),
      bytes: 'x',
      extra: unicodePathField(raw(n), long(n)),
    }))
    const shades = (n: number) => Buffer.concat([Buffer.alloc(4000, 0xb0), raw(n)])
    const threeBytesEach = Array.from({ length: 720 }, (_, n) => ({ name: shades(n), bytes: 'x' }))
    for (const entries of [inExtraFields, threeBytesEach]) {
      const answer = await unzipped(client, entries)
      expect([refusalOf(answer), answer.text]).toEqual([
        [400, 'invalid_archive'],
        expect.stringContaining('8 MB'),
      ])
    }
  })

  test('has 10 GB uncompressed, with one byte more it is too_large', async () => {
    const { client } = await workspaceOf(app)
    const claiming = (sizeBytes: number) =>
      unzipped(client, [{ name: 'x', bytes: 'some text', deflated: true, zip64: true, sizeBytes }])
    // Declares that much; that it holds less is found later.
    expect(refusalOf(await claiming(10 * 1024 ** 3))).toEqual([400, 'invalid_archive'])
    expect(refusalOf(await claiming(10 * 1024 ** 3 + 1))).toEqual([413, 'too_large'])
  })
})
