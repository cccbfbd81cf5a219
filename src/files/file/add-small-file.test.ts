import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedKeys } from '../../../test/files-app.ts'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type Answer, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { inlineBytesMax } from '../blob/inline-store.ts'
import { setQuota } from '../public.ts'

let app: TestApp
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  files = filesClient(app, (await (await app.tenant()).key('files')).key)
})
afterAll(() => app.close())

const storedCount = async (): Promise<number> => (await storedKeys(app)).length

const blobRows = async (workspaceId: number) =>
  (
    await app.context.database.one<{ count: number }>(sql`
    select count(*) from files.blob where workspace_id = ${workspaceId}`)
  ).count

describe('uploadFile of a small file', () => {
  test('is durable with its row: nothing of it is in the blob store, one byte more is', async () => {
    const { key, workspaceId } = await app.tenant()
    const own = filesClient(app, (await key('files')).key)
    const before = await storedCount()
    const bytes = randomBytes(inlineBytesMax)
    const small = await own.file(bytes, 'small.bin')
    expect([await storedCount(), await blobRows(workspaceId)]).toEqual([before, 1])
    expect((await own.get(`/files/${small.id}/content`)).bytes.equals(bytes)).toBe(true)
    await own.file(Buffer.alloc(inlineBytesMax + 1), 'large.bin')
    expect([await storedCount(), await blobRows(workspaceId)]).toEqual([before + 1, 2])
  })

  test('has the checksums of its bytes', async () => {
    const { id } = await files.file('hello world', 'summed.txt')
    const blob = await app.context.database.one(sql`
      select blob.size, blob.sha256, blob.crc32 from files.file file
      join files.blob blob on blob.key = file.blob_key where file.id = ${id}`)
    const sha256 = createHash('sha256').update('hello world').digest('hex')
    expect(blob).toEqual({ size: 11, sha256, crc32: crc32('hello world') })
  })

  test('shares a transaction with others of its workspace, and each has its own bytes, name, folder and event', async () => {
    const { key, workspaceId } = await app.tenant()
    const own = filesClient(app, (await key('files')).key)
    const folders = [await own.folder('a'), await own.folder('b')]
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, n) => own.file(`bytes of ${n}`, `${n}.txt`, folders[n % 2]?.id)),
    )
    for (const [n, { id, ...file }] of made.entries()) {
      expect(file).toMatchObject({ name: `${n}.txt`, parent_id: folders[n % 2]?.id })
      expect((await own.get(`/files/${id}/content`)).text).toBe(`bytes of ${n}`)
    }
    const { database } = app.context
    const events = await database.rows<{ data: unknown }>(sql`
      select data from platform.event where workspace_id = ${workspaceId} and name = 'file.created'`)
    expect(events.map(({ data }) => data)).toEqual(expect.arrayContaining(made))
    expect(events).toHaveLength(40)
    const { transactions } = await database.one<{ transactions: number }>(sql`
      select count(distinct xmin::text) as transactions from files.blob where workspace_id = ${workspaceId}`)
    expect(transactions).toBeLessThan(20)
    expect(dataOf(await own.get('/storage'))).toMatchObject({ file_count: 40 })
  })

  test('that is refused takes none of the others with it', async () => {
    const { key, workspaceId } = await app.tenant()
    await setQuota(app.context, { workspaceId, limitBytes: 1000 })
    const tight = filesClient(app, (await key('files')).key)
    const doomed = await tight.folder('doomed')
    const [deleted, ...answers] = await Promise.all([
      tight.call('DELETE', `/folders/${doomed.id}`),
      ...Array.from({ length: 12 }, (_, n) => tight.upload(Buffer.alloc(90), `${n}.bin`)),
      tight.upload('late', 'late.txt', { parent_id: doomed.id }),
      tight.upload(Buffer.alloc(1001), 'larger than all.bin'),
    ])
    expect(deleted.status).toBe(204)
    const made = answers.filter(({ status }) => status === 201)
    expect(answers.slice(0, 12).filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(11)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect([
        [404, 'folder_not_found'],
        [413, 'quota_exceeded'],
      ]).toContainEqual(refusalOf(answer))
    expect(refusalOf(answers[13] as Answer)).toEqual([413, 'quota_exceeded'])
    const { file_count: count } = dataOf(await tight.get('/storage'))
    expect((await tight.list()).meta.total).toBe(count)
    expect(made.length).toBeGreaterThanOrEqual(count as number)
    expect(await blobRows(workspaceId)).toBe(made.length)
  })

  test('is downloaded in whole, in ranges and not at all when it is known', async () => {
    const { id } = await files.file('0123456789', 'ranges.txt')
    const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      files.call(method, `/files/${id}/content`, { headers })
    const whole = await get()
    expect([whole.status, whole.text, whole.headers['content-length']]).toEqual([200, '0123456789', '10'])
    const range = await get({ range: 'bytes=2-4' })
    expect([range.status, range.text, range.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
    const head = await get({}, 'HEAD')
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10'])
    const known = await get({ 'if-none-match': String(whole.headers['etag']) })
    expect([known.status, known.text]).toEqual([304, ''])
    expect(refusalOf(await get({ range: 'bytes=10-' }))[0]).toBe(416)
  })

  test('of JSON or HTML is sent as it is stored, whatever the client would decompress', async () => {
    const text = JSON.stringify('x'.repeat(5000))
    const { id } = await files.file(text, 'data.json')
    const headers = { 'accept-encoding': 'br, gzip' }
    const answer = await files.call('GET', `/files/${id}/content`, { headers })
    expect([answer.text, answer.headers['content-encoding'], answer.headers['content-length']]).toEqual([
      text,
      undefined,
      String(text.length),
    ])
  })
})
