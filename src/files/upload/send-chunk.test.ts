import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { setQuota } from '../public.ts'
import { until } from '../../../test/until.ts'
import {
  chunkSender,
  leftOf,
  mebibyte,
  uploadOf,
  uploadsClient,
  type ChunkSender,
} from './uploads.testing.ts'

let app: TestApp
let tenant: ChunkSender['tenant']
let uploads: ChunkSender['uploads']
let through: ChunkSender['through']
let firstChunk: ChunkSender['firstChunk']
let opened: ChunkSender['opened']
let completed: ChunkSender['completed']
let chunkRows: ChunkSender['chunkRows']

beforeAll(async () => {
  app = await testApp()
  ;({ tenant, uploads, through, firstChunk, opened, completed, chunkRows } = await chunkSender(app))
})
afterAll(() => app.close())

describe('sendChunk', () => {
  test('says which chunk arrived, and when all have', async () => {
    const { upload_key } = await opened()
    const answers = [
      await uploads.chunk(upload_key, 1, '0123456789'),
      await through.chunk(upload_key, 0, firstChunk),
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { data: { upload_key, index: 1, received: true, duplicate: false, complete: false } }],
      [200, { data: { upload_key, index: 0, received: true, duplicate: false, complete: true } }],
    ])
    expect((await completed(upload_key)).equals(Buffer.concat([firstChunk, Buffer.from('0123456789')]))).toBe(
      true,
    )
  })

  test('takes any order, all chunks at once, and a body of any content type', async () => {
    const bytes = randomBytes(25 * mebibyte + 7)
    const upload = await uploads.opened('parallel.bin', bytes.length)
    const types = [
      'text/plain',
      'application/json',
      'image/png',
      'application/octet-stream',
      'x/y',
      'text/csv',
    ]
    const answers = await Promise.all(
      upload.missing_chunks.toReversed().map((index) => {
        const start = index * upload.chunk_size
        return uploads.chunk(
          upload.upload_key,
          index,
          bytes.subarray(start, start + upload.chunk_size),
          types[index],
        )
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(answers.filter((answer) => uploadOf(answer).duplicate)).toEqual([])
    expect(answers.filter((answer) => uploadOf(answer).complete)).toHaveLength(1)
    expect((await completed(upload.upload_key)).equals(bytes)).toBe(true)
  })

  test('takes it as a form with the index before or after the file', async () => {
    const { upload_key } = await opened()
    const index = (value: string) => ({ name: 'index', value })
    const chunk = (bytes: Uint8Array | string) => ({ name: 'chunk', fileName: 'blob', bytes })
    const before = await uploads.formChunk(upload_key, [index('0'), chunk(firstChunk)])
    expect([before.status, uploadOf(before)]).toMatchObject([
      200,
      { index: 0, duplicate: false, complete: false },
    ])
    const behind = await through.formChunk(upload_key, [chunk('0123456789'), index('1')])
    expect([behind.status, uploadOf(behind)]).toMatchObject([
      200,
      { index: 1, duplicate: false, complete: true },
    ])
    expect((await completed(upload_key)).subarray(-10).toString()).toBe('0123456789')
  })

  test('that had to wait for its index leaves nothing beside the upload', async () => {
    const own = await app.tenant()
    const client = uploadsClient(app, (await own.key('files')).key)
    const { upload_key } = await client.opened('x.bin', 10)
    const stored = await storedKeys(app)
    const chunk = { name: 'chunk', fileName: 'blob', bytes: '0123456789' }
    for (const [value, code] of [
      ['1', 'chunk_rejected'],
      ['x', 'invalid_index'],
    ] as const) {
      const answer = await client.formChunk(upload_key, [chunk, { name: 'index', value }])
      expect(refusalOf(answer)).toEqual([400, code])
    }
    expect(refusalOf(await client.formChunk(upload_key, [chunk]))).toEqual([400, 'invalid_index'])
    const large = { ...chunk, bytes: Buffer.alloc(33 * mebibyte) }
    const refused = await client.formChunk(upload_key, [large, { name: 'index', value: '0' }])
    expect(refusalOf(refused)).toEqual([400, 'chunk_rejected'])
    expect([await storedKeys(app), await leftOf(app, own.workspaceId)]).toMatchObject([
      stored,
      { blobs: 1, chunks: 0 },
    ])
    expect((await client.formChunk(upload_key, [chunk, { name: 'index', value: '0' }])).status).toBe(200)
  })

  test('reserves storage until its index is known, and says what to do when the quota is full', async () => {
    const own = await app.tenant()
    await setQuota(app.context, { workspaceId: own.workspaceId, limitBytes: 6 * mebibyte })
    const client = uploadsClient(app, (await own.key('files')).key)
    const { upload_key } = await client.opened('x.bin', 5 * mebibyte)
    const chunk = { name: 'chunk', fileName: 'blob', bytes: randomBytes(5 * mebibyte) }
    const index = { name: 'index', value: '0' }
    const refused = await client.formChunk(upload_key, [chunk, index])
    expect(refusalOf(refused)).toEqual([400, 'chunk_rejected'])
    expect(refused.text).toContain('Put the field')
    expect(await leftOf(app, own.workspaceId)).toMatchObject({ blobs: 1, reserved: 5 * mebibyte })
    expect((await client.formChunk(upload_key, [index, chunk])).status).toBe(200)
  })
})

describe('a chunk that does not fit', () => {
  test('in size or number is chunk_rejected, with and without a declared length, and may be sent again', async () => {
    const { upload_key } = await opened()
    for (const client of [uploads, through]) {
      for (const [index, length] of [
        [0, 5 * mebibyte - 1],
        [0, 5 * mebibyte + 1],
        [0, 1],
        [1, 9],
        [1, 11],
        [2, 10],
        [1_000_000, 10],
        [2_147_483_648, 10],
      ] as const) {
        const answer = await client.chunk(upload_key, index, Buffer.alloc(length))
        expect([index, length, refusalOf(answer)]).toEqual([index, length, [400, 'chunk_rejected']])
        const parts = [
          { name: 'index', value: String(index) },
          { name: 'chunk', fileName: 'blob', bytes: Buffer.alloc(length) },
        ]
        const inForm = await client.formChunk(upload_key, parts)
        expect([index, length, refusalOf(inForm)]).toEqual([index, length, [400, 'chunk_rejected']])
      }
    }
    expect(await chunkRows(upload_key)).toEqual([])
    expect(uploadOf(await uploads.chunk(upload_key, 1, '0123456789')).duplicate).toBe(false)
  })

  test('because it is empty is empty_chunk', async () => {
    const { upload_key } = await opened()
    expect(refusalOf(await uploads.chunk(upload_key, 0, ''))).toEqual([400, 'empty_chunk'])
    const file = { name: 'chunk', fileName: 'blob', bytes: '' }
    const index = { name: 'index', value: '0' }
    for (const parts of [[index, file], [file, index], [index]]) {
      expect(refusalOf(await uploads.formChunk(upload_key, parts))).toEqual([400, 'empty_chunk'])
    }
    expect(await chunkRows(upload_key)).toEqual([])
  })

  test('because its index is not a number is invalid_index', async () => {
    const { upload_key } = await opened()
    for (const index of ['', 'abc', '-1', '1.5', '0x0', '1e0', '%20', '0,1', '0&index=1']) {
      expect([index, refusalOf(await uploads.chunk(upload_key, index, 'x'))]).toEqual([
        index,
        [400, 'invalid_index'],
      ])
    }
    const without = await uploads.files.call('POST', `/uploads/${upload_key}/chunk`, { payload: 'x' })
    expect(refusalOf(without)).toEqual([400, 'invalid_index'])
  })

  test('to an upload of another caller is upload_gone, even with other faults', async () => {
    const { upload_key } = await opened()
    const member = await app.member(tenant.workspaceId, 'admin')
    const folder = await uploads.files.folder('scope')
    const keys = [
      await tenant.key('files', { userId: member.id }),
      await tenant.key('files', { workspaceId: tenant.personalId }),
      await tenant.key('files', { folderId: folder.id }),
      await (await app.tenant()).key('files'),
    ]
    const absent = await uploads.chunk('a'.repeat(32), 0, '0123456789')
    expect(refusalOf(absent)).toEqual([410, 'upload_gone'])
    for (const { key } of keys) {
      for (const index of [1, 7, 'x']) {
        expect((await uploadsClient(app, key).chunk(upload_key, index, '0123456789')).body).toEqual(
          absent.body,
        )
      }
    }
    for (const odd of ['nosuchkey', '%00', 'x'.repeat(500), '00000000-0000-0000-0000-000000000000']) {
      expect((await uploads.chunk(odd, 0, 'x')).body).toEqual(absent.body)
    }
    expect(await chunkRows(upload_key)).toEqual([])
  })
})

describe('a chunk that is sent again', () => {
  test('is a duplicate, even with other bytes: the first stay', async () => {
    const { upload_key } = await opened()
    await uploads.chunk(upload_key, 1, '0123456789')
    for (const [bytes, complete] of [
      ['0123456789', false],
      ['abcdefghij', false],
    ] as const) {
      const again = await uploads.chunk(upload_key, 1, bytes)
      expect([again.status, uploadOf(again)]).toMatchObject([
        200,
        { received: true, duplicate: true, complete },
      ])
    }
    expect(refusalOf(await uploads.chunk(upload_key, 1, 'short'))).toEqual([400, 'chunk_rejected'])
    expect(uploadOf(await uploads.progress(upload_key)).received_chunks).toBe(1)
    await uploads.chunk(upload_key, 0, firstChunk)
    expect(uploadOf(await uploads.chunk(upload_key, 0, firstChunk))).toMatchObject({
      duplicate: true,
      complete: true,
    })
    expect((await completed(upload_key)).subarray(-10).toString()).toBe('0123456789')
  })

  test('twenty times at once is stored once', async () => {
    const { upload_key } = await opened()
    const versions = Array.from({ length: 20 }, (_, number) => String(number).padStart(10, 'v'))
    const answers = await Promise.all(versions.map((bytes) => uploads.chunk(upload_key, 1, bytes)))
    expect(answers.map(({ status }) => status)).toEqual(versions.map(() => 200))
    const first = answers.findIndex((answer) => !uploadOf(answer).duplicate)
    expect(answers.filter((answer) => !uploadOf(answer).duplicate)).toHaveLength(1)
    await uploads.chunk(upload_key, 0, firstChunk)
    expect((await completed(upload_key)).subarray(-10).toString()).toBe(versions[first])
  })

  test('while the first is still arriving is a duplicate at once, and the first bytes stay', async () => {
    const { upload_key } = await opened()
    const first = await uploads.slowly(upload_key, 0, firstChunk.length)
    first.write(firstChunk.subarray(0, 2 * mebibyte))
    await until(async () => (await chunkRows(upload_key)).length === 1)
    const second = await uploads.chunk(upload_key, 0, Buffer.alloc(5 * mebibyte, 9))
    expect([second.status, uploadOf(second)]).toMatchObject([200, { duplicate: true, complete: false }])
    expect(uploadOf(await uploads.progress(upload_key)).received_chunks).toBe(0)
    first.write(firstChunk.subarray(2 * mebibyte))
    expect(await first.answer()).toMatch(/^HTTP\/1.1 200 .*"duplicate":false/s)
    await uploads.chunk(upload_key, 1, '0123456789')
    expect((await completed(upload_key)).subarray(0, firstChunk.length).equals(firstChunk)).toBe(true)
  })
})
