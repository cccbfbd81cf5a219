import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { sweepBlobs } from '../blob/sweep-blobs.ts'
import { sweepOrphanBlobs } from '../blob/sweep-orphan-blobs.ts'
import { expireUploads } from './expire-uploads.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { leftOf, mebibyte, uploadOf, uploadsApp, type UploadsApp } from './uploads.testing.ts'

let app: TestApp
let tenant: UploadsApp['tenant']
let uploads: UploadsApp['uploads']

beforeAll(async () => {
  ;({ app, tenant, uploads } = await uploadsApp())
})
afterAll(() => app.close())

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nothing = { uploads: 0, chunks: 0, blobs: 0, reserved: 0, used: 0 }

describe('an upload without activity for 7 days', () => {
  test('is upload_gone from that instant on, even before the sweep', async () => {
    const idle = await uploads.opened('idle.bin', 8)
    app.clock.advance(7 * dayMs - 1000)
    expect((await uploads.progress(idle.upload_key)).status).toBe(200)
    app.clock.advance(1000)
    for (const answer of [
      await uploads.progress(idle.upload_key),
      await uploads.complete(idle.upload_key),
      await uploads.abort(idle.upload_key),
      await uploads.chunk(idle.upload_key, 0, '01234567'),
    ]) {
      expect(refusalOf(answer)).toEqual([410, 'upload_gone'])
    }
    const again = await uploads.opened('idle.bin', 8)
    expect(again.upload_key).not.toBe(idle.upload_key)
    expect(await leftOf(app, tenant.workspaceId)).toMatchObject({ uploads: 1, reserved: 8 })
    await uploads.abort(again.upload_key)
    app.clock.advance(hourMs)
    await expireUploads.run({}, app.context)
    expect([await leftOf(app, tenant.workspaceId), await storedKeys(app)]).toEqual([nothing, []])
  })

  test('is deleted with its chunks by the sweep, which releases its storage', async () => {
    for (const name of ['a.bin', 'b.bin', 'c.bin']) {
      const { upload_key } = await uploads.opened(name, 5 * mebibyte + 5)
      await uploads.chunk(upload_key, 1, '01234')
    }
    app.clock.advance(7 * dayMs - 1)
    await expireUploads.run({}, app.context)
    expect(await leftOf(app, tenant.workspaceId)).toMatchObject({ uploads: 3 })
    app.clock.advance(1)
    await expireUploads.run({}, app.context)
    expect([await leftOf(app, tenant.workspaceId), await storedKeys(app)]).toEqual([nothing, []])
  })

  test('is one without a chunk and without another opening; reading its progress does not count', async () => {
    const asked = await uploads.opened('asked.bin', 6 * mebibyte)
    const fed = await uploads.opened('fed.bin', 5 * mebibyte + 5)
    const reopened = await uploads.opened('reopened.bin', 6 * mebibyte)
    app.clock.advance(6 * dayMs)
    expect((await uploads.progress(asked.upload_key)).status).toBe(200)
    await uploads.chunk(fed.upload_key, 1, '01234')
    expect((await uploads.open('reopened.bin', 6 * mebibyte)).status).toBe(200)
    app.clock.advance(2 * dayMs)
    await expireUploads.run({}, app.context)
    expect((await uploads.progress(asked.upload_key)).status).toBe(410)
    const rest = await uploads.chunk(fed.upload_key, 0, Buffer.alloc(5 * mebibyte))
    expect(uploadOf(rest)).toMatchObject({ duplicate: false, complete: true })
    expect((await uploads.progress(reopened.upload_key)).status).toBe(200)
    for (const key of [fed.upload_key, reopened.upload_key]) await uploads.abort(key)
  })
})

describe('an open upload', () => {
  test('is left alone by the sweeps of blobs at any age', async () => {
    const { upload_key } = await uploads.opened('old.bin', 5 * mebibyte + 5)
    await uploads.chunk(upload_key, 1, '01234')
    app.clock.advance(6 * dayMs)
    await sweepBlobs.run({}, app.context)
    await sweepOrphanBlobs.run({}, app.context)
    await expireUploads.run({}, app.context)
    expect((await uploads.chunk(upload_key, 0, Buffer.alloc(5 * mebibyte))).status).toBe(200)
    const { body } = await uploads.complete(upload_key)
    const { id } = (body as { data: { id: string } }).data
    expect((await uploads.files.get(`/files/${id}/content`)).bytes.subarray(-5).toString()).toBe('01234')
    await app.context.database.run(sql`delete from files.file where id = ${id}`)
    await app.context.database.run(
      sql`update files.usage set used_bytes = 0 where workspace_id = ${tenant.workspaceId}`,
    )
    await sweepBlobs.run({}, app.context)
    expect(await storedKeys(app)).toEqual([])
  })
})

describe('the remains of a process that ends', () => {
  test('between discarding an upload and removing its bytes are removed by the next sweep', async () => {
    const { upload_key } = await uploads.opened('discarded.bin', 8)
    const { abortParts } = app.context.blobs
    Object.assign(app.context.blobs, { abortParts: () => Promise.reject(new Error('killed')) })
    expect((await uploads.abort(upload_key)).status).toBe(204)
    Object.assign(app.context.blobs, { abortParts })
    expect(await leftOf(app, tenant.workspaceId)).toEqual({ ...nothing, blobs: 1 })
    expect(await storedKeys(app)).toHaveLength(1)
    await expireUploads.run({}, app.context)
    expect(await storedKeys(app)).toHaveLength(1)
    app.clock.advance(2 * 60_000)
    await expireUploads.run({}, app.context)
    expect([await leftOf(app, tenant.workspaceId), await storedKeys(app)]).toEqual([nothing, []])
  })

  test('while it opens an upload are removed by the sweeps of blobs', async () => {
    const { blobs, database, clock } = app.context
    await database.run(sql`
      insert into files.blob (key, workspace_id, created_at, touched_at)
      values ('begun-00000000001', ${tenant.workspaceId}, ${clock.now()}, ${clock.now()})`)
    await blobs.createParts('begun-00000000001', { sizeBytes: 8, partBytes: 8 })
    await sweepBlobs.run({}, app.context)
    await sweepOrphanBlobs.run({}, app.context)
    expect(await storedKeys(app)).toHaveLength(1)
    app.clock.advance(2 * hourMs)
    await sweepBlobs.run({}, app.context)
    await sweepOrphanBlobs.run({}, app.context)
    expect([await leftOf(app, tenant.workspaceId), await storedKeys(app)]).toEqual([nothing, []])
  })
})
