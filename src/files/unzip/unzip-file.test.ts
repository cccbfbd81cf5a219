import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  sampleZip,
  unicodePathField,
  type SampleEntry,
  type SampleOptions,
} from '../../platform/zip/read/samples.testing.ts'
import { messageOf, treeOf, unzip, unzipped, workspaceOf } from './unzip.testing.ts'

let app: TestApp
let client: ReturnType<typeof filesClient>
let workspaceId: number

beforeAll(async () => {
  app = await testApp()
})
// The limit of expensive calls applies to each key.
beforeEach(async () => {
  ;({ client, workspaceId } = await workspaceOf(app))
})
afterAll(() => app.close())

const big = Buffer.alloc(700_000, 'not so small ')
const names = async (entries: readonly SampleEntry[], options?: SampleOptions) =>
  (await treeOf(client, dataOf(await unzipped(client, entries, options)).id)).map(([path]) => path)

describe('unzipFile', () => {
  test('answers 201 with the folder, a message and a folder.created event', async () => {
    const inside = await client.folder('inside')
    const bytes = sampleZip([{ name: 'a.txt', bytes: 'A' }, { name: 'd/' }, { name: 'd/b.txt', bytes: 'B' }])
    const archive = await client.file(bytes, 'My files.ZIP', inside.id)
    const answer = await unzip(client, archive.id)
    const folder = dataOf(answer)
    expect(answer.status).toBe(201)
    expect(folder).toMatchObject({ type: 'folder', name: 'My files', parent_id: inside.id, size: 0 })
    expect(messageOf(answer)).toBe('Extracted 2 files and 1 folder.')
    expect(await treeOf(client, folder.id)).toEqual([
      ['d/', null],
      ['d/b.txt', 'B'],
      ['a.txt', 'A'],
    ])
    expect((await client.get(`/files/${folder.id}`)).body).toEqual({ data: folder })
    const events = await app.context.database.rows<{ data: { id: string } }>(sql`
      select name, data from platform.event where workspace_id = ${workspaceId} order by id desc limit 1`)
    expect(events).toEqual([{ name: 'folder.created', data: folder }])
  })

  test('returns small and large files byte for byte, stored and deflated', async () => {
    const samples = [0, 1, 255, 16_384, 16_385, 262_144, 262_145, 700_000].flatMap((sizeBytes) =>
      [true, false].map((deflated) => ({
        name: `${sizeBytes}-${deflated}`,
        bytes: big.subarray(0, sizeBytes),
        deflated,
      })),
    )
    const folder = dataOf(await unzipped(client, samples))
    const made = (await client.list(`?parent_id=${folder.id}&limit=100`)).data
    expect(made).toHaveLength(samples.length)
    for (const file of made) {
      const sample = samples.find(({ name }) => name === file['name'])
      const content = await client.get(`/files/${file.id}/content`)
      expect(content.bytes.equals(sample?.bytes as Buffer)).toBe(true)
      if (file['size'] === 0) continue
      const tail = await client.get(`/files/${file.id}/content`, { range: 'bytes=-1' })
      expect([tail.status, tail.bytes.length]).toEqual([206, 1])
    }
  })

  test('counts the bytes and items exactly', async () => {
    const { client: fresh } = await workspaceOf(app)
    const archive = await fresh.file(sampleZip([{ name: 'd/e/f', bytes: 'four' }, { name: 'g' }]), 'x.zip')
    const before = dataOf(await fresh.get('/storage'))
    const folder = dataOf(await unzip(fresh, archive.id))
    const after = dataOf(await fresh.get('/storage'))
    expect(after['used']).toBe(Number(before['used']) + 4)
    expect([after['file_count'], after['folder_count']]).toEqual([3, 3])
    expect(dataOf(await fresh.get(`/folders/${folder.id}`))).toMatchObject({ total_size: 4, item_count: 2 })
  })

  const wholesome: readonly [string, SampleOptions, Partial<SampleEntry>][] = [
    ['with a comment', { comment: 'hello' }, {}],
    ['with a program before it', { prefix: Buffer.alloc(5000, 1) }, {}],
    ['with data descriptors', {}, { describedAfter: true }],
    ['in zip64', { zip64: true }, { zip64: true }],
  ]
  test.each(wholesome)('%s works', async (_, options, more) => {
    const entries = [
      { name: 'a', bytes: 'A', deflated: true, ...more },
      { name: 'big', bytes: big, deflated: true, ...more },
    ]
    expect(await names(entries, options)).toEqual(['a', 'big'])
  })

  test('from a tool that pads it with NULs works', async () => {
    const folder = dataOf(
      await unzipped(client, [{ name: 'a', bytes: 'A' }], { suffix: Buffer.alloc(10_000) }),
    )
    expect(await treeOf(client, folder.id)).toEqual([['a', 'A']])
  })

  test('without entries makes an empty folder', async () => {
    const answer = await unzipped(client, [])
    expect([answer.status, messageOf(answer)]).toEqual([201, 'Extracted 0 files and 0 folders.'])
    expect(await treeOf(client, dataOf(answer).id)).toEqual([])
  })

  test('takes any file that is an archive, under any name', async () => {
    const bytes = sampleZip([{ name: 'a' }])
    for (const [name, folder] of [
      ['data.bin', 'data.bin'],
      ['.zip', '.zip'],
      ['..zip', '..zip'],
      ['a.zip.zip', 'a.zip'],
    ] as const) {
      expect(dataOf(await unzip(client, (await client.file(bytes, name)).id))['name']).toBe(folder)
    }
  })

  test('never opens archives in the archive', async () => {
    const inner = sampleZip([{ name: 'evil.txt', bytes: 'x' }])
    expect(await names([{ name: 'inner.zip', bytes: inner }])).toEqual(['inner.zip'])
  })

  test('of a file that shares its bytes with a copy works like any other', async () => {
    const first = dataOf(
      await unzipped(client, [
        { name: 'x.zip', bytes: sampleZip([{ name: 'deep', bytes: 'D' }]) },
        { name: 'y' },
      ]),
    )
    const [nested] = (await client.list(`?parent_id=${first.id}`)).data
    const folder = dataOf(await unzip(client, nested?.id ?? ''))
    expect(await treeOf(client, folder.id)).toEqual([['deep', 'D']])
  })
})

describe('names in an archive', () => {
  test('that would lead out stay in the folder', async () => {
    expect(
      await names([
        { name: '../../up.txt' },
        { name: '/abs/path.txt' },
        { name: 'C:\\win\\x.txt' },
        { name: '..\\back.txt' },
        { name: 'in/../out.txt' },
      ]),
    ).toEqual(['abs/', 'abs/path.txt', 'in/', 'in/out.txt', 'win/', 'win/x.txt', 'back.txt', 'up.txt'])
  })

  test('are decoded: UTF-8 with and without the flag, code page 437, the extra field', async () => {
    const raw = Buffer.from([0x84, 0x2e, 0x74])
    expect(
      await names([
        { name: 'ünï😀' },
        { name: Buffer.from('größe') },
        { name: Buffer.from([0x81]) },
        { name: raw, extra: unicodePathField(raw, 'ж.t') },
      ]),
    ).toEqual(['größe', 'ü', 'ünï😀', 'ж.t'])
  })

  test('may be equal, differ in case only, or be a file and a folder', async () => {
    const folder = dataOf(
      await unzipped(client, [
        { name: 'a', bytes: '1' },
        { name: 'a', bytes: '2' },
        { name: 'A', bytes: '3' },
        { name: 'a/b', bytes: '4' },
        { name: 'a/' },
        { name: 'a/' },
      ]),
    )
    const tree = await treeOf(client, folder.id)
    expect(tree.map(([path]) => path.toLowerCase())).toEqual(['a/', 'a/b', 'a', 'a', 'a'])
    expect(tree.map(([, text]) => text ?? '').toSorted()).toEqual(['', '1', '2', '3', '4'])
  })

  test('of folders that are never listed create those folders', async () => {
    expect(await names([{ name: 'a/b/c/d' }])).toEqual(['a/', 'a/b/', 'a/b/c/', 'a/b/c/d'])
  })
})

describe('entries that are not plain files', () => {
  test('a symbolic link becomes a file that holds its target', async () => {
    const folder = dataOf(await unzipped(client, [{ name: 'link', bytes: '/etc/passwd', mode: 0o120777 }]))
    expect(await treeOf(client, folder.id)).toEqual([['link', '/etc/passwd']])
  })

  test('files of blocked types are skipped, and the message counts them', async () => {
    const answer = await unzipped(client, [
      { name: 'run.exe', bytes: 'MZ' },
      { name: 'web/shell.php.txt', bytes: '<?php' },
      { name: 'fine.txt', bytes: 'ok' },
    ])
    expect(messageOf(answer)).toBe(
      'Extracted 1 file and 0 folders. Skipped 2 files of types that are not accepted.',
    )
    expect(await treeOf(client, dataOf(answer).id)).toEqual([['fine.txt', 'ok']])
  })
})

const a = { name: 'a.txt', bytes: 'some text', deflated: true }

describe('a folder-scoped key', () => {
  test('extracts in its folder, and finds nothing outside', async () => {
    const { client: whole, key } = await workspaceOf(app)
    const scope = await whole.folder('scope')
    const scoped = filesClient(app, (await key('files', { folderId: scope.id })).key)
    const inside = await whole.file(sampleZip([a]), 'inside.zip', scope.id)
    expect(dataOf(await unzip(scoped, inside.id))).toMatchObject({ name: 'inside', parent_id: scope.id })
    const outside = await whole.file(sampleZip([a]), 'outside.zip')
    expect(refusalOf(await unzip(scoped, outside.id))).toEqual([404, 'not_found'])
    expect(refusalOf(await unzip(scoped, scope.id))).toEqual([400, 'not_a_file'])
  })
})

describe('the limit of expensive calls', () => {
  test('is 30 in ten minutes for a key, refused ones included: rate_limited', async () => {
    const { client: fresh } = await workspaceOf(app)
    for (let call = 0; call < 30; call++) expect((await unzip(fresh, 'zzzzzzzz')).status).toBe(404)
    const refused = await unzip(fresh, 'zzzzzzzz')
    expect(refusalOf(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})
