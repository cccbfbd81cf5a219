import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient, refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let files: ReturnType<typeof filesClient>
const bytes = randomBytes(300_000)
let path: string

beforeAll(async () => {
  app = await testApp()
  files = filesClient(app, (await (await app.tenant()).key('files')).key)
  const file = dataOf(await files.upload(bytes, 'x', { name: 'übung "1".html' }))
  path = `/files/${file.id}/content`
})
afterAll(() => app.close())

describe('getFileContent', () => {
  test('returns the bytes as an attachment under its name, with a strong tag', async () => {
    const answer = await files.get(path)
    expect(answer.status).toBe(200)
    expect(answer.bytes.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html',
      'content-length': '300000',
      etag: expect.stringMatching(/^"[0-9A-Za-z_-]{32}"$/) as string,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; .*filename\*=UTF-8''%C3%BCbung%20%221%22\.html/,
    )
  })

  test('honours ranges, range_not_satisfiable beyond the end, and If-Range', async () => {
    const part = await files.get(path, { range: 'bytes=1000-1999' })
    expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 1000-1999/300000'])
    expect(part.bytes.equals(bytes.subarray(1000, 2000))).toBe(true)
    const tail = await files.get(path, { range: 'bytes=-5', 'if-range': String(part.headers['etag']) })
    expect([tail.status, tail.bytes.equals(bytes.subarray(-5))]).toEqual([206, true])
    expect((await files.get(path, { range: 'bytes=-5', 'if-range': '"other"' })).status).toBe(200)
    const beyond = await files.get(path, { range: 'bytes=300000-' })
    expect(refusalOf(beyond)).toEqual([416, 'range_not_satisfiable'])
    expect(beyond.headers['content-range']).toBe('bytes */300000')
  })

  test('is precondition_failed for another version, before any other condition', async () => {
    const head = await files.call('HEAD', path)
    const [tag, date] = [String(head.headers['etag']), String(head.headers['last-modified'])]
    const earlier = new Date(Date.parse(date) - 1000).toUTCString()
    const past = 'Thu, 01 Jan 2015 00:00:00 GMT'
    for (const [headers, status] of [
      [{ 'if-match': '"old"' }, 412],
      [{ 'if-match': `W/${tag}` }, 412],
      [{ 'if-match': '"old"', 'if-unmodified-since': date }, 412],
      [{ 'if-match': '"old"', 'if-none-match': tag }, 412],
      [{ 'if-match': '"old"', range: 'bytes=300000-' }, 412],
      [{ 'if-unmodified-since': earlier, range: 'bytes=5-9', 'if-range': tag }, 412],
      [{ 'if-match': tag, 'if-unmodified-since': past }, 200],
      [{ 'if-match': '*', range: 'bytes=5-9' }, 206],
      [{ 'if-match': `"old", ${tag}`, range: 'bytes=5-9' }, 206],
      [{ 'if-match': tag, range: 'bytes=300000-' }, 416],
      [{ 'if-match': tag, 'if-none-match': tag }, 304],
      [{ 'if-unmodified-since': date }, 200],
      [{ 'if-unmodified-since': 'not a date' }, 200],
    ] as const) {
      const answer = await files.get(path, headers)
      expect([headers, answer.status]).toEqual([headers, status])
      if (status === 412) expect(refusalOf(answer)).toEqual([412, 'precondition_failed'])
      expect((await files.call('HEAD', path, { headers })).status).toBe(status)
    }
  })

  test('answers 304 to a client that has these bytes, and HEAD without a body', async () => {
    const head = await files.call('HEAD', path)
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, '300000'])
    const same = await files.get(path, { 'if-none-match': String(head.headers['etag']) })
    expect([same.status, same.bytes.length]).toEqual([304, 0])
  })

  test('returns the same through the gateway', async () => {
    const key = (await (await app.tenant()).key('files')).key
    const through = filesClient(app, key, 'gateway')
    const file = await through.file(bytes, 'x.bin')
    const part = await through.get(`/files/${file.id}/content`, { range: 'bytes=0-9' })
    expect([part.status, part.bytes.equals(bytes.subarray(0, 10))]).toEqual([206, true])
    expect((await filesClient(app, key).get(`/files/${file.id}/content`)).bytes.equals(bytes)).toBe(true)
  })

  test('takes the bytes of a small file that is read again from memory', async () => {
    const [{ id }, empty] = [await files.file('small', 'small.txt'), await files.file('', 'empty.txt')]
    const first = await files.get(`/files/${id}/content`)
    await app.context.database.run(sql`
      update /* test */ files.blob set bytes = 'other' where key = (select blob_key from files.file where id = ${id})`)
    const again = await files.get(`/files/${id}/content`)
    expect([first, again].map((answer) => String(answer.bytes))).toEqual(['small', 'small'])
    expect(again.headers['etag']).toBe(first.headers['etag'])
    const part = await files.get(`/files/${id}/content`, { range: 'bytes=1-2' })
    expect([part.status, String(part.bytes)]).toEqual([206, 'ma'])
    for (const _time of ['first', 'again'])
      expect((await files.get(`/files/${empty.id}/content`)).bytes.length).toBe(0)
  })

  test('never serves bytes from memory to callers without access, or after they changed', async () => {
    const owner = await app.tenant()
    const own = filesClient(app, (await owner.key('files')).key)
    const [inside, outside] = [await own.folder('inside'), await own.folder('outside')]
    const scoped = filesClient(app, (await owner.key('files', { folderId: inside.id })).key)
    const [file, other] = [await own.file('small', 'small.txt', inside.id), await own.file('new', 'new.txt')]
    const path = `/files/${file.id}/content`
    for (const reader of [own, scoped]) expect(String((await reader.get(path)).bytes)).toBe('small')

    expect(refusalOf(await files.get(path))).toEqual([404, 'not_found'])
    dataOf(await own.patch(`/files/${file.id}`, { parent_id: outside.id }))
    expect(refusalOf(await scoped.get(path))).toEqual([404, 'not_found'])
    await app.context.database.run(sql`
      update /* test */ files.file set size = 3, blob_key = (select blob_key from files.file where id = ${other.id})
      where id = ${file.id}`)
    for (const _time of ['first', 'again']) expect(String((await own.get(path)).bytes)).toBe('new')
    await own.call('DELETE', `/files/${file.id}`)
    expect(refusalOf(await own.get(path))).toEqual([404, 'not_found'])
  })

  test('of a folder is not_a_file, of an unknown id not_found', async () => {
    const folder = await files.folder('folder')
    expect(refusalOf(await files.get(`/files/${folder.id}/content`))).toEqual([400, 'not_a_file'])
    for (const id of ['zzzzzzzz', 'abc', 'a'.repeat(300), '%00%00%00%00%00%00%00%00', '..%2f..%2fetc']) {
      expect(refusalOf(await files.get(`/files/${id}/content`))).toEqual([404, 'not_found'])
      expect(refusalOf(await files.get(`/files/${id}`))).toEqual([404, 'not_found'])
    }
  })
})
