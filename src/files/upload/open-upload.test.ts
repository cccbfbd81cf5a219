import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { setQuota } from '../public.ts'
import { lockUploader } from './store.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { leftOf, mebibyte, uploadOf, uploadsClient, uploadsApp, type UploadsApp } from './uploads.testing.ts'

const gibibyte = 1024 * mebibyte

let app: TestApp
let tenant: UploadsApp['tenant']
let uploads: UploadsApp['uploads']

beforeAll(async () => {
  ;({ app, tenant, uploads } = await uploadsApp())
  await setQuota(app.context, { workspaceId: tenant.workspaceId, limitBytes: null })
})
afterAll(() => app.close())

async function withQuota(limitBytes: number | null) {
  const other = await app.tenant()
  await setQuota(app.context, { workspaceId: other.workspaceId, limitBytes })
  return { ...other, uploads: uploadsClient(app, (await other.key('files')).key) }
}

describe('openUpload', () => {
  test('answers 201 with the session', async () => {
    const folder = await uploads.files.folder('here')
    const answer = await uploads.open('whole.bin', 12 * mebibyte, folder.id)
    const { upload_key } = uploadOf(answer)
    expect(upload_key).toMatch(/^[0-9A-Za-z]{32}$/)
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          upload_key,
          name: 'whole.bin',
          size: 12 * mebibyte,
          parent_id: folder.id,
          chunk_size: 5 * mebibyte,
          total_chunks: 3,
          missing_chunks: [0, 1, 2],
          resumed: false,
        },
      },
    ])
    expect((await uploads.opened('root.bin', 1)).parent_id).toBeNull()
    expect(uploadOf(await uploads.open('null.bin', 1, null)).parent_id).toBeNull()
  })

  test('returns chunks of 5 MiB, 16 MiB above 1 GiB and 32 MiB above 20 GiB', async () => {
    for (const [size, mebibytes] of [
      [gibibyte, 5],
      [gibibyte + 1, 16],
      [20 * gibibyte + 1, 32],
    ] as const) {
      const opened = await uploads.opened(`${size}.bin`, size)
      expect([opened.chunk_size, opened.missing_chunks.length]).toEqual([
        mebibytes * mebibyte,
        Math.ceil(size / (mebibytes * mebibyte)),
      ])
      expect((await uploads.abort(opened.upload_key)).status).toBe(204)
    }
  })

  test('refuses as invalid_size a size that is not a whole number from 1 to 100 GiB', async () => {
    for (const size of [0, -1, 1.5, '100', null, [], {}, true, 100 * gibibyte + 1, 1e300, undefined]) {
      expect([size, refusalOf(await uploads.open('x.bin', size))]).toEqual([size, [400, 'invalid_size']])
    }
  })

  test('is invalid_name, file_type_blocked, not_a_folder or folder_not_found as other uploads are', async () => {
    for (const name of ['', 'a/b', 'a\\b', 'a\0', '..', 'x'.repeat(256)]) {
      expect(refusalOf(await uploads.open(name, 5))).toEqual([400, 'invalid_name'])
    }
    expect(refusalOf(await uploads.files.post('/uploads', { size: 5 }))).toEqual([400, 'invalid_name'])
    for (const name of ['x.exe', 'x.PHP', 'x.php.png']) {
      expect(refusalOf(await uploads.open(name, 5))).toEqual([400, 'file_type_blocked'])
    }
    const file = await uploads.files.file('x', 'x.txt')
    expect(refusalOf(await uploads.open('x.bin', 5, file.id))).toEqual([400, 'not_a_folder'])
    for (const id of ['zzzzzzzz', 'nope', '']) {
      expect(refusalOf(await uploads.open('x.bin', 5, id))).toEqual([404, 'folder_not_found'])
    }
  })

  test('leaves no trace among files until it is completed', async () => {
    const { uploads: own } = await withQuota(null)
    const opened = await own.opened('unseen.bin', 4)
    await own.chunk(opened.upload_key, 0, 'abcd')
    expect((await own.files.list()).meta.total).toBe(0)
    const { body } = await own.files.get('/storage')
    expect(body).toMatchObject({ data: { used: 0, file_count: 0 } })
  })
})

describe('opening the same upload again', () => {
  test('answers 200 with resumed and the missing chunks', async () => {
    const opened = await uploads.opened('again.bin', 5 * mebibyte + 3)
    await uploads.chunk(opened.upload_key, 1, 'abc')
    const again = await uploads.open('again.bin', 5 * mebibyte + 3)
    expect([again.status, again.body]).toEqual([
      200,
      { data: { ...opened, missing_chunks: [0], resumed: true } },
    ])
  })

  test('is another upload for another name, size or folder', async () => {
    const folder = await uploads.files.folder('another')
    const opened = [
      await uploads.opened('same.bin', 50),
      await uploads.opened('same.bin', 51),
      await uploads.opened('Same.bin', 50),
      await uploads.opened('same.bin', 50, folder.id),
    ]
    expect(new Set(opened.map(({ upload_key }) => upload_key)).size).toBe(4)
  })

  test('concurrently makes one session and one blob', async () => {
    const own = await withQuota(null)
    const answers = await Promise.all(Array.from({ length: 8 }, () => own.uploads.open('twin.bin', 99)))
    expect(new Set(answers.map((answer) => uploadOf(answer).upload_key)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(await leftOf(app, own.workspaceId)).toMatchObject({ uploads: 1, blobs: 1, reserved: 99 })
  })

  test('is the same upload for another key of the user, and another one for another user', async () => {
    const opened = await uploads.opened('shared.bin', 8)
    const second = uploadsClient(app, (await tenant.key('files')).key, 'gateway')
    const again = await second.open('shared.bin', 8)
    expect([again.status, uploadOf(again).upload_key]).toEqual([200, opened.upload_key])
    const member = await app.member(tenant.workspaceId, 'admin')
    const theirs = uploadsClient(app, (await tenant.key('files', { userId: member.id })).key)
    expect((await theirs.opened('shared.bin', 8)).upload_key).not.toBe(opened.upload_key)
  })

  test('is another upload for a key with a folder, whose default it is', async () => {
    const folder = await uploads.files.folder('scope')
    const scoped = uploadsClient(app, (await tenant.key('files', { folderId: folder.id })).key)
    const whole = await uploads.opened('scoped.bin', 8, folder.id)
    const inside = await scoped.opened('scoped.bin', 8)
    expect(inside.parent_id).toBe(folder.id)
    expect(inside.upload_key).not.toBe(whole.upload_key)
  })

  test('is out_of_scope for a key with a folder when it would end up outside', async () => {
    const folder = await uploads.files.folder('scope')
    const scoped = uploadsClient(app, (await tenant.key('files', { folderId: folder.id })).key)
    const outside = await uploads.files.folder('outside')
    for (const parent of [null, outside.id, 'zzzzzzzz']) {
      expect(refusalOf(await scoped.open('x.bin', 8, parent))).toEqual([403, 'out_of_scope'])
    }
  })
})

describe('the storage of an upload', () => {
  test('is reserved when it opens, and quota_exceeded when there is none', async () => {
    const own = await withQuota(1000)
    expect(refusalOf(await own.uploads.open('x.bin', 1001))).toEqual([413, 'quota_exceeded'])
    await own.uploads.opened('x.bin', 600)
    expect(refusalOf(await own.uploads.open('y.bin', 401))).toEqual([413, 'quota_exceeded'])
    expect(refusalOf(await own.uploads.files.upload(Buffer.alloc(401), 'y.bin'))).toEqual([
      413,
      'quota_exceeded',
    ])
    await own.uploads.files.file(Buffer.alloc(400), 'fits.bin')
    expect(refusalOf(await own.uploads.open('z.bin', 1))).toEqual([413, 'quota_exceeded'])
    expect(await leftOf(app, own.workspaceId)).toMatchObject({
      uploads: 1,
      blobs: 2,
      reserved: 600,
      used: 400,
    })
  })

  test('is never exceeded by uploads that open concurrently', async () => {
    const own = await withQuota(5500)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => own.uploads.open(`${index}.bin`, 1000)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(await leftOf(app, own.workspaceId)).toMatchObject({ uploads: 5, blobs: 5, reserved: 5000 })
  })

  test('refused leaves nothing in the store', async () => {
    const own = await withQuota(10)
    const before = await storedKeys(app)
    expect(refusalOf(await own.uploads.open('x.bin', 11))).toEqual([413, 'quota_exceeded'])
    expect(await storedKeys(app)).toEqual(before)
  })

  test('that is swept before it is opened is invalid_upload, and opens at the next try', async () => {
    const own = await withQuota(null)
    let late: ReturnType<typeof own.uploads.open> | undefined
    await app.context.database.transaction(async (tx) => {
      await lockUploader(tx, own.userId)
      late = own.uploads.open('late.bin', 5)
      for (let swept = 0; swept === 0;) {
        swept = await tx.run(sql`
          delete from files.blob where workspace_id = ${own.workspaceId} and state = 'pending'`)
      }
    })
    expect(refusalOf((await late) ?? expect.unreachable())).toEqual([400, 'invalid_upload'])
    expect(await leftOf(app, own.workspaceId)).toMatchObject({ uploads: 0, blobs: 0, reserved: 0 })
    await own.uploads.opened('late.bin', 5)
  })

  test('is limited for all workspaces of a user: upload_queue_full says when to try again', async () => {
    const max = 3 * gibibyte
    const small = await testApp()
    Object.assign(small.context.settings, { bytesInFlightMax: max })
    try {
      const person = await small.tenant()
      for (const workspaceId of [person.workspaceId, person.personalId]) {
        await setQuota(small.context, { workspaceId, limitBytes: null })
      }
      const here = uploadsClient(small, (await person.key('files')).key)
      const there = uploadsClient(small, (await person.key('files', { workspaceId: person.personalId })).key)
      const first = await here.opened('a.bin', 2 * gibibyte)
      const refused = await there.open('b.bin', gibibyte + 1)
      expect(refusalOf(refused)).toEqual([429, 'upload_queue_full'])
      expect(refused.headers['retry-after']).toBe('60')
      expect(refused.body).toMatchObject({ error: { details: { retry_after_ms: 60_000 } } })
      await there.opened('b.bin', gibibyte)
      expect((await here.abort(first.upload_key)).status).toBe(204)
      await there.opened('c.bin', 2 * gibibyte)
    } finally {
      await small.close()
    }
  })

  test('is rate_limited after 300 times in 10 minutes with one key, 600 with all of a user', async () => {
    const own = await withQuota(null)
    const open = (client: typeof own.uploads) => client.open('x.bin', 0)
    for (let count = 0; count < 300; count++) await open(own.uploads)
    const refused = await open(own.uploads)
    expect([refused.status, refused.headers['retry-after'], refused.body]).toMatchObject([
      429,
      expect.stringMatching(/^\d+$/) as string,
      { error: { code: 'rate_limited', details: { limit: 'endpoint' } } },
    ])
    const others = [
      uploadsClient(app, (await own.key('files')).key),
      uploadsClient(app, (await own.key('files')).key),
    ]
    const second = others[0] ?? expect.unreachable()
    for (let count = 0; count < 300; count++) expect((await open(second)).status).toBe(400)
    expect((await open(others[1] ?? expect.unreachable())).status).toBe(429)
  })
})
