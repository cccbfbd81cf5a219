import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'

import { storedKeys } from '../../../test/files-app.ts'
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

describe('a chunk that is cut off', () => {
  test('is still missing and can be sent again', async () => {
    const { upload_key } = await opened()
    for (const client of [uploads, through]) {
      const cut = await client.slowly(upload_key, 0, firstChunk.length)
      cut.write(Buffer.alloc(2 * mebibyte, 7))
      await until(async () => (await chunkRows(upload_key)).length === 1)
      cut.cut()
      await until(async () => (await chunkRows(upload_key)).length === 0)
    }
    expect(uploadOf(await uploads.progress(upload_key)).missing_chunks).toEqual([0, 1])
    await uploads.chunk(upload_key, 1, '0123456789')
    expect(uploadOf(await uploads.chunk(upload_key, 0, firstChunk))).toMatchObject({
      duplicate: false,
      complete: true,
    })
    expect((await completed(upload_key)).subarray(0, firstChunk.length).equals(firstChunk)).toBe(true)
  })

  test('a hundred times leaves nothing but the upload', async () => {
    const own = await app.tenant()
    const client = uploadsClient(app, (await own.key('files')).key)
    const { upload_key } = await client.opened('cut.bin', 60 * mebibyte)
    const before = [await storedKeys(app), await leftOf(app, own.workspaceId)]
    for (let round = 0; round < 10; round++) {
      const cut = await Promise.all(
        Array.from({ length: 10 }, (_, index) => client.slowly(upload_key, index, 5 * mebibyte)),
      )
      for (const each of cut) each.write(Buffer.alloc(100_000, 7))
      await until(async () => (await chunkRows(upload_key)).length > 5)
      for (const each of cut) each.cut()
      await until(async () => (await chunkRows(upload_key)).length === 0)
    }
    expect([await storedKeys(app), await leftOf(app, own.workspaceId)]).toEqual(before)
    const bytes = randomBytes(60 * mebibyte)
    await client.send(uploadOf(await client.progress(upload_key)), bytes)
    const { body } = await client.complete(upload_key)
    const content = await client.files.get(`/files/${(body as { data: { id: string } }).data.id}/content`)
    expect(content.bytes.equals(bytes)).toBe(true)
  })
})

describe('an upload that was interrupted', () => {
  test('resumes in the next process: a chunk that was arriving is taken over once its writer is found dead', async () => {
    const { upload_key } = await opened(10, 'goes-on.bin')
    await uploads.chunk(upload_key, 1, '0123456789')
    // What a killed process leaves: the lease of a dead request, and some bytes in place.
    await app.context.database.run(sql`
      insert into files.upload_chunk (upload_key, index, lease) values (${upload_key}, 0, 'of the dead')`)
    const next = await testApp({ beside: app })
    try {
      const resumed = uploadsClient(next, (await tenant.key('files')).key)
      const session = uploadOf(await resumed.open('goes-on.bin', 5 * mebibyte + 10))
      expect([session.upload_key, session.resumed, session.missing_chunks]).toEqual([upload_key, true, [0]])
      const answer = await resumed.chunk(upload_key, 0, firstChunk)
      expect([answer.status, uploadOf(answer)]).toMatchObject([200, { duplicate: false, complete: true }])
      expect((await resumed.complete(upload_key)).status).toBe(201)
    } finally {
      await next.close()
    }
  })

  test('is not taken over from a living process, even with a slow sender', async () => {
    const { upload_key } = await opened()
    const first = await uploads.slowly(upload_key, 0, firstChunk.length)
    first.write(firstChunk.subarray(0, mebibyte))
    await until(async () => (await chunkRows(upload_key)).length === 1)
    const other = await testApp({ beside: app })
    try {
      const answer = await uploadsClient(other, (await tenant.key('files')).key).chunk(
        upload_key,
        0,
        Buffer.alloc(5 * mebibyte, 9),
      )
      expect([answer.status, uploadOf(answer)]).toMatchObject([200, { duplicate: true, complete: false }])
      first.write(firstChunk.subarray(mebibyte))
      expect(await first.answer()).toMatch(/^HTTP\/1.1 200 .*"duplicate":false/s)
    } finally {
      await other.close()
    }
  })

  test('stops a writer that has lost its lease', async () => {
    const { upload_key } = await opened()
    const first = await uploads.slowly(upload_key, 0, firstChunk.length)
    first.write(firstChunk.subarray(0, mebibyte))
    await until(async () => (await chunkRows(upload_key)).length === 1)
    await app.context.database.run(sql`
      update files.upload_chunk set lease = 'of another process' where upload_key = ${upload_key}`)
    expect(await first.answer()).toMatch(/^HTTP\/1.1 400 .*chunk_rejected/s)
    expect(await chunkRows(upload_key)).toEqual([{ index: 0, lease: 'of another process' }])
  })
})
