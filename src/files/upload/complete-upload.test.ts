import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { digestBlob } from '../blob/digest-blob.ts'
import { enqueuedPayloads } from '../../../test/jobs.ts'
import { sql } from '../../platform/database/sql.ts'
import { setQuota } from '../public.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { leftOf, mebibyte, uploadsClient, uploadsApp, type UploadsApp } from './uploads.testing.ts'

let app: TestApp
let tenant: UploadsApp['tenant']
let uploads: UploadsApp['uploads']

beforeAll(async () => {
  ;({ app, tenant, uploads } = await uploadsApp())
})
afterAll(() => app.close())

async function ownTenant() {
  const own = await app.tenant()
  return { ...own, uploads: uploadsClient(app, (await own.key('files')).key) }
}

/** An upload of these bytes whose chunks are complete. */
async function whole(client: typeof uploads, name: string, bytes: Buffer, parentId?: string) {
  const upload = await client.opened(name, bytes.length, parentId)
  await client.send(upload, bytes)
  return upload.upload_key
}

const stateOf = (workspaceId: number) =>
  app.context.database.rows<{
    state: string
    crc32: number | null
    sha256: string | null
    parts: string | null
  }>(sql`
    select state, crc32, sha256, parts from files.blob where workspace_id = ${workspaceId}`)

describe('completeUpload', () => {
  test('answers 201 with a file that has the bytes of the chunks', async () => {
    const own = await ownTenant()
    const folder = await own.uploads.files.folder('here')
    const bytes = randomBytes(11 * mebibyte + 77)
    const answer = await own.uploads.complete(await whole(own.uploads, 'Whole.TXT', bytes, folder.id))
    const file = dataOf(answer)
    expect([answer.status, file]).toMatchObject([
      201,
      { type: 'file', name: 'Whole.TXT', parent_id: folder.id, size: bytes.length, mime_type: 'text/plain' },
    ])
    expect((await own.uploads.files.get(`/files/${file.id}`)).body).toEqual(answer.body)
    const content = await own.uploads.files.get(`/files/${file.id}/content`)
    expect(content.bytes.equals(bytes)).toBe(true)
    expect(await own.uploads.files.names(`?parent_id=${folder.id}`)).toEqual(['Whole.TXT'])
    expect(await leftOf(app, own.workspaceId)).toEqual({
      uploads: 0,
      chunks: 0,
      blobs: 1,
      reserved: 0,
      used: bytes.length,
    })
    expect(await stateOf(own.workspaceId)).toEqual([
      { state: 'live', crc32: crc32(bytes), sha256: null, parts: null },
    ])
  })

  test('emits the event and enqueues the digest in the transaction that adds the file', async () => {
    const own = await ownTenant()
    const { database } = app.context
    const file = dataOf(await own.uploads.complete(await whole(own.uploads, 'told.bin', Buffer.from('told'))))
    const events = await database.rows(sql`
      select name, data from platform.event where workspace_id = ${own.workspaceId}`)
    expect(events).toEqual([{ name: 'file.created', data: file }])
    const [{ key } = { key: '' }] = await database.rows<{ key: string }>(sql`
      select key from files.blob where workspace_id = ${own.workspaceId}`)
    const jobs = (await enqueuedPayloads(database, digestBlob)).filter((payload) => payload.key === key)
    expect(jobs).toEqual([{ workspace_id: own.workspaceId, key }])
  })

  test('of an upload with missing chunks is incomplete_upload and names them; the upload stays open', async () => {
    const bytes = randomBytes(15 * mebibyte + 1)
    const upload = await uploads.opened('incomplete.bin', bytes.length)
    await uploads.send(upload, bytes, [2])
    const refused = await uploads.complete(upload.upload_key)
    expect(refusalOf(refused)).toEqual([409, 'incomplete_upload'])
    expect(refused.body).toMatchObject({ error: { details: { missing_chunks: [0, 1, 3] } } })
    await uploads.send(upload, bytes, [0, 1, 3])
    expect((await uploads.complete(upload.upload_key)).status).toBe(201)
  })

  test('ends it: every later call is upload_gone, and opening the same again is a new upload', async () => {
    const key = await whole(uploads, 'over.bin', Buffer.from('over'))
    expect((await uploads.complete(key)).status).toBe(201)
    for (const answer of [
      await uploads.complete(key),
      await uploads.progress(key),
      await uploads.abort(key),
      await uploads.chunk(key, 0, 'over'),
    ]) {
      expect(refusalOf(answer)).toEqual([410, 'upload_gone'])
    }
    expect((await uploads.opened('over.bin', 4)).upload_key).not.toBe(key)
  })

  test('called several times at once makes one file; the others get upload_gone', async () => {
    const own = await ownTenant()
    const key = await whole(own.uploads, 'once.bin', Buffer.from('once'))
    const answers = await Promise.all(Array.from({ length: 8 }, () => own.uploads.complete(key)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(refusalOf)).toEqual(Array.from({ length: 7 }, () => [410, 'upload_gone']))
    expect((await own.uploads.files.list()).meta.total).toBe(1)
    expect(await leftOf(app, own.workspaceId)).toMatchObject({ blobs: 1, reserved: 0, used: 4 })
  })

  test('and a concurrent abort end in one of the two, with nothing left over', async () => {
    const own = await ownTenant()
    for (let round = 0; round < 10; round++) {
      const key = await whole(own.uploads, `${round}.bin`, Buffer.from('either'))
      const [completed, aborted] = await Promise.all([own.uploads.complete(key), own.uploads.abort(key)])
      expect([
        [201, 410],
        [410, 204],
      ]).toContainEqual([completed.status, aborted.status])
    }
    const { total } = (await own.uploads.files.list()).meta
    expect(await leftOf(app, own.workspaceId)).toEqual({
      uploads: 0,
      chunks: 0,
      blobs: total,
      reserved: 0,
      used: 6 * total,
    })
  })

  test('is for the user, workspace and folder of the upload only', async () => {
    const key = await whole(uploads, 'mine.bin', Buffer.from('mine'))
    const member = await app.member(tenant.workspaceId, 'admin')
    const folder = await uploads.files.folder('scope')
    for (const other of [
      await tenant.key('files', { userId: member.id }),
      await tenant.key('files', { folderId: folder.id }),
      await (await app.tenant()).key('files'),
    ]) {
      expect(refusalOf(await uploadsClient(app, other.key).complete(key))).toEqual([410, 'upload_gone'])
    }
    const scoped = uploadsClient(app, (await tenant.key('files', { folderId: folder.id })).key)
    const inside = dataOf(await scoped.complete(await whole(scoped, 'inside.bin', Buffer.from('inside'))))
    expect(inside['parent_id']).toBe(folder.id)
  })
})

describe('an upload that cannot become a file', () => {
  test('because its folder is gone is folder_not_found, and can be aborted', async () => {
    const folder = await uploads.files.folder('going')
    const key = await whole(uploads, 'homeless.bin', Buffer.from('x'), folder.id)
    await app.context.database.run(sql`delete from files.file where id = ${folder.id}`)
    expect(refusalOf(await uploads.complete(key))).toEqual([404, 'folder_not_found'])
    expect((await uploads.abort(key)).status).toBe(204)
  })

  test('because its folder was moved out of the scope of the key is out_of_scope', async () => {
    const scope = await uploads.files.folder('scope')
    const inner = await uploads.files.folder('inner', scope.id)
    const scoped = uploadsClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    const key = await whole(scoped, 'moved.bin', Buffer.from('x'), inner.id)
    await app.context.database.run(sql`update files.file set parent_id = null where id = ${inner.id}`)
    expect(refusalOf(await scoped.complete(key))).toEqual([403, 'out_of_scope'])
  })

  test('because the limit was lowered is quota_exceeded, and fits again once it is raised', async () => {
    const own = await ownTenant()
    const key = await whole(own.uploads, 'large.bin', Buffer.alloc(1000))
    await setQuota(app.context, { workspaceId: own.workspaceId, limitBytes: 999 })
    expect(refusalOf(await own.uploads.complete(key))).toEqual([413, 'quota_exceeded'])
    expect(await leftOf(app, own.workspaceId)).toMatchObject({ uploads: 1, reserved: 1000, used: 0 })
    await setQuota(app.context, { workspaceId: own.workspaceId, limitBytes: 1000 })
    expect((await own.uploads.complete(key)).status).toBe(201)
  })

  test('because the store fails is complete_failed, and completes when the store has recovered', async () => {
    const own = await ownTenant()
    const key = await whole(own.uploads, 'later.bin', Buffer.from('later'))
    const { completeParts } = app.context.blobs
    Object.assign(app.context.blobs, { completeParts: () => Promise.reject(new Error('disk on fire')) })
    try {
      expect(refusalOf(await own.uploads.complete(key))).toEqual([400, 'complete_failed'])
    } finally {
      Object.assign(app.context.blobs, { completeParts })
    }
    expect(app.takeErrors().map(({ message }) => message)).toEqual([
      'the chunks of an upload could not be combined',
    ])
    expect(dataOf(await own.uploads.complete(key))['size']).toBe(5)
  })

  test('because the database failed after the seal completes at the next try', async () => {
    const own = await ownTenant()
    const before = await storedKeys(app)
    const key = await whole(own.uploads, 'sealed.bin', Buffer.from('sealed'))
    const [{ key: blobKey, parts } = { key: '', parts: '' }] = await app.context.database.rows<{
      key: string
      parts: string
    }>(sql`select key, parts from files.blob where workspace_id = ${own.workspaceId}`)
    // As a process leaves it that ends between the seal and the transaction.
    await app.context.blobs.completeParts(blobKey, parts, { sizeBytes: 6, parts: [{ index: 0, tag: '' }] })
    expect((await own.uploads.complete(key)).status).toBe(201)
    expect(await storedKeys(app)).toHaveLength(before.length + 1)
  })
})
