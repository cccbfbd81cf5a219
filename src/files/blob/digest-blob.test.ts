import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { enqueuedPayloads } from '../../../test/jobs.ts'
import { sql } from '../../platform/database/sql.ts'
import { mebibyte, uploadsApp, type UploadsApp } from '../upload/uploads.testing.ts'
import { digestBlob } from './digest-blob.ts'
import { redigestBlob, redigestBlobs } from './redigest-blobs.ts'

let app: TestApp
let tenant: UploadsApp['tenant']
let uploads: UploadsApp['uploads']

beforeAll(async () => {
  ;({ app, tenant, uploads } = await uploadsApp())
})
afterAll(() => app.close())

/** A file uploaded in chunks: its id and the row of its blob. */
async function uploaded(bytes: Buffer) {
  const upload = await uploads.opened('x.bin', bytes.length)
  await uploads.send(upload, bytes)
  const { body } = await uploads.complete(upload.upload_key)
  const { id } = (body as { data: { id: string } }).data
  const blob = () =>
    app.context.database.one<{ key: string; sha256: string | null }>(sql`
      select blob.key, blob.sha256 from files.blob blob join files.file file on file.blob_key = blob.key
      where file.id = ${id}`)
  const { key } = await blob()
  return { id, key, blob, payload: { workspace_id: tenant.workspaceId, key } }
}

describe('the digest of a blob that came in chunks', () => {
  test('is the SHA-256 of its bytes, and does not change the tag that downloads carry', async () => {
    const bytes = randomBytes(6 * mebibyte)
    const { id, blob, payload } = await uploaded(bytes)
    const before = await uploads.files.get(`/files/${id}/content`)
    expect((await blob()).sha256).toBeNull()
    await digestBlob.run(payload, app.context)
    await digestBlob.run(payload, app.context)
    expect((await blob()).sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    const after = await uploads.files.get(`/files/${id}/content`)
    expect(before.headers['etag']).toMatch(/^"[\w-]{32}"$/)
    expect(after.headers['etag']).toBe(before.headers['etag'])
  })

  test('fails when the store returns other bytes than it was given', async () => {
    const { key, blob, payload } = await uploaded(Buffer.from('what came'))
    await app.context.blobs.remove(key)
    await app.context.blobs.write(key, [Buffer.from('something')] as never, { bytesMax: 100 })
    await expect(digestBlob.run(payload, app.context)).rejects.toThrow('its CRC-32 differs')
    expect((await blob()).sha256).toBeNull()
  })

  test('is retried when the bytes are missing, and done when the blob was deleted', async () => {
    const { id, key, payload } = await uploaded(Buffer.from('going'))
    await app.context.blobs.remove(key)
    await expect(digestBlob.run(payload, app.context)).rejects.toThrow('does not exist')
    await app.context.database.run(sql`delete from files.file where id = ${id}`)
    await app.context.database.run(sql`delete from files.blob where key = ${key}`)
    await digestBlob.run(payload, app.context)
  })
})

describe('the nightly search for blobs without a digest', () => {
  const enqueued = () => enqueuedPayloads(app.context.database, redigestBlob)

  test('retries blobs that digest-blob gave up, once a week', async () => {
    const bytes = randomBytes(1000)
    const { key, blob, payload } = await uploaded(bytes)
    await redigestBlobs.run({}, app.context)
    expect(await enqueued()).toEqual([])
    app.clock.advance(8 * 86_400_000)
    await redigestBlobs.run({}, app.context)
    await redigestBlobs.run({}, app.context)
    const taken = (await enqueued()).filter((job) => job.key === key)
    expect(taken).toEqual([payload])
    await redigestBlob.run(payload, app.context)
    expect((await blob()).sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('counts the week from the completion of the upload', async () => {
    const opened = await uploads.opened('slow.bin', 6 * mebibyte)
    app.clock.advance(6 * 86_400_000)
    const bytes = randomBytes(6 * mebibyte)
    await uploads.chunk(opened.upload_key, 0, bytes.subarray(0, 5 * mebibyte))
    app.clock.advance(5 * 86_400_000)
    await uploads.chunk(opened.upload_key, 1, bytes.subarray(5 * mebibyte))
    const { body } = await uploads.complete(opened.upload_key)
    const { id } = (body as { data: { id: string } }).data
    const [blob] = await app.context.database.rows<{ key: string }>(sql`
      select blob_key as key from files.file where id = ${id}`)
    await redigestBlobs.run({}, app.context)
    const { key } = blob ?? expect.unreachable()
    expect((await enqueued()).map((job) => job.key)).not.toContain(key)
    app.clock.advance(7 * 86_400_000 + 1)
    await redigestBlobs.run({}, app.context)
    expect((await enqueued()).map((job) => job.key)).toContain(key)
  })
})
