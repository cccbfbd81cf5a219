import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataOf, refusalOf, type filesClient } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sampleZip, type SampleEntry, type SampleOptions } from '../../platform/zip/read/samples.testing.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { unzip, workspaceOf } from './unzip.testing.ts'

let app: TestApp
let client: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
})
// The limit of expensive calls applies to each key.
beforeEach(async () => {
  ;({ client } = await workspaceOf(app))
})
afterAll(() => app.close())

const big = Buffer.alloc(700_000, 'not so small ')
const a = { name: 'a.txt', bytes: 'some text', deflated: true }
const control = (code: number) => ({ name: `a${String.fromCharCode(code)}b` })

const refusals: readonly [string, readonly SampleEntry[], SampleOptions, readonly [number, string]][] = [
  ['an encrypted entry', [a, { ...a, flags: 1 }], {}, [400, 'invalid_archive']],
  ['a wrong checksum', [a, { ...a, crc32: 7 }], {}, [400, 'invalid_archive']],
  [
    'a wrong checksum of a large file',
    [a, { name: 'b', bytes: big, crc32: 7 }],
    {},
    [400, 'invalid_archive'],
  ],
  ['a size that is too small', [{ ...a, sizeBytes: 3 }], {}, [400, 'invalid_archive']],
  ['a size that is too large', [a, { ...a, sizeBytes: 300 }], {}, [400, 'invalid_archive']],
  [
    'a large file that declares a small size',
    [{ name: 'b', bytes: big, deflated: true, sizeBytes: 300_000 }],
    {},
    [400, 'invalid_archive'],
  ],
  ['entries that share bytes', [{ ...a, compressedBytes: 30 }, a], {}, [400, 'invalid_archive']],
  ['one entry many times', [a, { ...a, offset: 0 }, { ...a, offset: 0 }], {}, [400, 'invalid_archive']],
  ['bytes after its end', [a], { suffix: Buffer.from('x') }, [400, 'invalid_archive']],
  ['more entries than it says', [a, a], { entryCount: 1 }, [400, 'invalid_archive']],
  ['a part of it elsewhere', [a], { disk: 1 }, [400, 'invalid_archive']],
  ['another compression method', [a, { ...a, method: 14 }], {}, [400, 'unzip_failed']],
  ['a line feed in a name', [a, control(10)], {}, [400, 'invalid_archive']],
  ['a null byte in a name', [a, control(0)], {}, [400, 'invalid_archive']],
  ['a DEL in a name', [a, control(127)], {}, [400, 'invalid_archive']],
  ['a C1 control character in a name', [a, control(0x85)], {}, [400, 'invalid_archive']],
  ['a control character in the name of a folder', [{ name: 'a\u{1b}b/c' }], {}, [400, 'invalid_archive']],
  ['a name of 256 characters', [{ name: 'x'.repeat(256) }], {}, [400, 'invalid_archive']],
  ['a blank name', [{ name: 'a/ /b' }], {}, [400, 'invalid_archive']],
  ['a file without a name', [{ name: '', bytes: 'x' }, a], {}, [400, 'invalid_archive']],
  ['a folder that has data', [{ name: 'd/', bytes: 'x' }], {}, [400, 'invalid_archive']],
  ['a path of 101 folders', [{ name: 'a/'.repeat(101) }], {}, [400, 'invalid_archive']],
  [
    'a path of 4,097 characters',
    [{ name: `${`${'x'.repeat(99)}/`.repeat(41)}y` }],
    {},
    [400, 'invalid_archive'],
  ],
  [
    '10,001 entries',
    Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}` })),
    {},
    [413, 'too_many_items'],
  ],
  [
    'deep paths that add up to 10,001 folders',
    Array.from({ length: 150 }, (_, n) => ({ name: `${n}/${'a/'.repeat(98)}b` })),
    {},
    [413, 'too_many_items'],
  ],
  [
    '10 GB and a byte by its own directory',
    [
      { ...a, zip64: true, sizeBytes: 10 * 1024 ** 3 },
      { name: 'b', bytes: 'x' },
    ],
    {},
    [413, 'too_large'],
  ],
  ['sizes beyond all numbers', [{ ...a, zip64: true, sizeBytes: 2 ** 60 }], {}, [413, 'too_large']],
]

describe('an archive is refused as invalid_archive, unzip_failed, too_many_items or too_large and leaves nothing behind', () => {
  test.each(refusals)('with %s', async (_, entries, options, refusal) => {
    const { client: fresh, holdings } = await workspaceOf(app)
    const archive = await fresh.file(sampleZip(entries, options), 'bad.zip')
    const before = [await holdings(), await storedKeys(app)]
    expect(refusalOf(await unzip(fresh, archive.id))).toEqual(refusal)
    expect([await holdings(), await storedKeys(app)]).toEqual(before)
  })

  test('with a message that shows nothing of its names raw', async () => {
    for (const name of [
      'a\u001b[2Jb',
      'a\nb',
      'a\u007fb',
      'a\u0085b',
      'a\u202eb',
      Buffer.from([0x61, 0xff, 0x07]),
    ]) {
      const file = await client.file(sampleZip([{ name }]), 'bad.zip')
      const { body } = await unzip(client, file.id)
      const { message } = (body as { error: { message: string } }).error
      expect(message).toMatch(/^"a.*" in the archive is not a valid name/)
      expect(message).not.toMatch(/[\p{Cc}\u202e\ufffd]/u)
    }
  })

  test('that is not an archive: not_a_zip', async () => {
    for (const bytes of ['', 'text', Buffer.alloc(100_000), '%PDF-1.7 and so on for a while']) {
      const file = await client.file(bytes, 'not.zip')
      expect(refusalOf(await unzip(client, file.id))).toEqual([400, 'not_a_zip'])
    }
  })

  test('that is truncated: invalid_archive', async () => {
    const bytes = sampleZip([a, { name: 'b', bytes: big }])
    for (const length of [bytes.length - 1, bytes.length - 60, 200_000, 40]) {
      const file = await client.file(bytes.subarray(0, length), 'cut.zip')
      expect(refusalOf(await unzip(client, file.id))).toEqual([400, 'invalid_archive'])
    }
  })

  test('when it is a folder: not_a_file; when it does not exist: not_found', async () => {
    expect(refusalOf(await unzip(client, (await client.folder('folder.zip')).id))).toEqual([
      400,
      'not_a_file',
    ])
    for (const id of ['zzzzzzzz', 'nope'])
      expect(refusalOf(await unzip(client, id))).toEqual([404, 'not_found'])
    const { client: stranger } = await workspaceOf(app)
    const theirs = await stranger.file(sampleZip([a]), 'theirs.zip')
    expect(refusalOf(await unzip(client, theirs.id))).toEqual([404, 'not_found'])
  })

  test('that is larger than the free space, to the byte: quota_exceeded', async () => {
    const bytes = sampleZip([{ name: 'x', bytes: Buffer.alloc(1000), deflated: true }])
    const tight = await workspaceOf(app, bytes.length + 999)
    const archive = await tight.client.file(bytes, 'x.zip')
    const before = await tight.holdings()
    expect(refusalOf(await unzip(tight.client, archive.id))).toEqual([413, 'quota_exceeded'])
    expect(await tight.holdings()).toEqual(before)
    const roomy = await workspaceOf(app, bytes.length + 1000)
    expect((await unzip(roomy.client, (await roomy.client.file(bytes, 'x.zip')).id)).status).toBe(201)
    expect(dataOf(await roomy.client.get('/storage'))['remaining']).toBe(0)
  })

  test('never for the storage that skipped files would take', async () => {
    const bytes = sampleZip([{ name: 'x.exe', bytes: Buffer.alloc(100_000), deflated: true }])
    const tight = await workspaceOf(app, bytes.length)
    expect((await unzip(tight.client, (await tight.client.file(bytes, 'x.zip')).id)).status).toBe(201)
  })
})
