import { programFlow } from '../../platform/concurrency/flow-key.ts'
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient, refusalOf, type Shown } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { complaintsAbout, contentsOf } from '../../platform/zip/readers.testing.ts'
import { folderDownload } from './folder-download.ts'

let app: TestApp
let tenant: Tenant
let files: ReturnType<typeof filesClient>
let folder: Shown
const noise = randomBytes(700_000)

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  files = filesClient(app, (await tenant.key('files')).key)
  folder = await files.folder('Größe "1"')
  const inner = await files.folder('unter ü', folder.id)
  await files.folder('empty', folder.id)
  await files.file('one', '1.txt', folder.id)
  await files.file('', 'nothing', folder.id)
  await files.file('first', 'same.txt', inner.id)
  app.clock.advance(1000)
  await files.file('second', 'same.txt', inner.id)
  await files.file(noise, `${'ü'.repeat(251)}.bin`, inner.id)
})
afterAll(() => app.close())

const contentOf = (id: string) => `/folders/${id}/content`
const view = () => ({ workspaceId: tenant.workspaceId, folderId: null })
const asking = { flowKeys: programFlow, signal: new AbortController().signal }

/** A folder with so many empty folders in it. */
async function folderOf(count: number): Promise<Shown> {
  const made = await files.folder(`folder of ${count}`)
  await app.context.database.run(sql`
    insert into files.file
      (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
    select
      left(md5(${made.id}), 3) || lpad(number::text, 5, '0'), ${tenant.workspaceId}, ${made.id}, 'folder', 'f' || number,
      'f' || number, 0, ${app.clock.now()}, ${app.clock.now()}
    from generate_series(1, ${count}::int) number`)
  return made
}

describe('getFolderContent', () => {
  test('returns its contents as a zip archive under its name', async () => {
    const answer = await files.get(contentOf(folder.id))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; .*filename\*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22\.zip/,
    )
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length))
    expect(complaintsAbout(answer.bytes)).toEqual([])
    expect(Object.fromEntries(await contentsOf(answer.bytes))).toEqual({
      'empty/': '',
      'unter ü/same.txt': 'first',
      'unter ü/same (2).txt': 'second',
      [`unter ü/${'ü'.repeat(251)}.bin`]: noise.toString('latin1'),
      '1.txt': 'one',
      nothing: '',
    })
  })

  test('can be resumed: ranges and a strong tag', async () => {
    const whole = await files.get(contentOf(folder.id))
    const tag = String(whole.headers['etag'])
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/)
    const total = whole.bytes.length
    for (const start of [0, 10, 5000, 400_000, total - 300, total - 1]) {
      const rest = await files.get(contentOf(folder.id), { range: `bytes=${start}-`, 'if-range': tag })
      expect([rest.status, rest.headers['content-range']]).toEqual([
        206,
        `bytes ${start}-${total - 1}/${total}`,
      ])
      expect(rest.bytes.equals(whole.bytes.subarray(start))).toBe(true)
    }
    const beyond = await files.get(contentOf(folder.id), { range: `bytes=${total}-` })
    expect(refusalOf(beyond)).toEqual([416, 'range_not_satisfiable'])
    expect((await files.get(contentOf(folder.id), { 'if-none-match': tag })).status).toBe(304)
    const head = await files.call('HEAD', contentOf(folder.id))
    expect([head.status, head.headers['content-length'], head.headers['etag']]).toEqual([
      200,
      String(total),
      tag,
    ])
  })

  test('has another tag after every change beneath it, and is not resumed then', async () => {
    const top = await files.folder('changing')
    const tags = new Set<unknown>()
    const tagNow = async () => (await files.call('HEAD', contentOf(top.id))).headers['etag']
    tags.add(await tagNow())
    const inner = await files.folder('inner', top.id)
    tags.add(await tagNow())
    const file = await files.file('x', 'x', inner.id)
    tags.add(await tagNow())
    const dated = (await files.get(contentOf(top.id))).headers['last-modified']
    await files.patch(`/files/${file.id}`, { name: 'y' })
    tags.add(await tagNow())
    await files.del(`/files/${file.id}`)
    // As before the file was added.
    expect(await tagNow()).toBe([...tags][1])
    expect(tags.size).toBe(4)
    app.clock.advance(1000)
    for (const validator of [String([...tags][2]), String(dated)]) {
      const answer = await files.get(contentOf(top.id), { range: 'bytes=0-3', 'if-range': validator })
      expect(answer.status).toBe(200)
    }
    expect((await files.get(contentOf(top.id), { 'if-modified-since': String(dated) })).status).toBe(200)
    for (const condition of [
      { 'if-match': String([...tags][2]) },
      { 'if-unmodified-since': String(dated) },
    ]) {
      const answer = await files.get(contentOf(top.id), { range: 'bytes=0-3', ...condition })
      expect(refusalOf(answer)).toEqual([412, 'precondition_failed'])
    }
    const resumed = { range: 'bytes=0-3', 'if-match': String(await tagNow()) }
    expect((await files.get(contentOf(top.id), resumed)).status).toBe(206)
  })

  test('of an empty folder is an empty archive', async () => {
    const empty = await files.folder('empty')
    const { status, bytes } = await files.get(contentOf(empty.id))
    expect([status, bytes.length, (await contentsOf(bytes)).size]).toEqual([200, 22, 0])
  })

  test('returns the same through the gateway', async () => {
    const through = filesClient(app, (await tenant.key('files')).key, 'gateway')
    const part = await through.get(contentOf(folder.id), { range: 'bytes=100-199' })
    const whole = await files.get(contentOf(folder.id))
    expect([part.status, part.bytes.equals(whole.bytes.subarray(100, 200))]).toEqual([206, true])
  })

  test('of a file is not_a_folder, of an unknown or another tenant’s id not_found', async () => {
    const file = await files.file('x', 'x.txt')
    expect(refusalOf(await files.get(contentOf(file.id)))).toEqual([400, 'not_a_folder'])
    const foreign = filesClient(app, (await (await app.tenant()).key('files')).key)
    for (const answer of [
      await files.get(contentOf('zzzzzzzz')),
      await files.get(contentOf('nope')),
      await foreign.get(contentOf(folder.id)),
    ]) {
      expect(refusalOf(answer)).toEqual([404, 'not_found'])
    }
  })

  test('sees no further than a folder-scoped key', async () => {
    const scope = await files.folder('scope', folder.id)
    const scoped = filesClient(app, (await tenant.key('files', { folderId: scope.id })).key)
    expect((await scoped.get(contentOf(scope.id))).status).toBe(200)
    expect(refusalOf(await scoped.get(contentOf(folder.id)))).toEqual([404, 'not_found'])
    await app.context.database.run(sql`delete from files.file where id = ${scope.id}`)
  })

  test('takes 10,000 items, of more it is too_many_items', async () => {
    const full = await folderOf(10_000)
    const answer = await files.get(contentOf(full.id))
    expect([answer.status, (await contentsOf(answer.bytes)).size]).toEqual([200, 10_000])
    const over = await folderOf(10_001)
    expect(refusalOf(await files.get(contentOf(over.id)))).toEqual([413, 'too_many_items'])
  })

  test('with a path too long for an archive is too_large', async () => {
    const top = await files.folder('deep')
    let { id } = top
    for (let depth = 0; depth < 65; depth++) id = (await files.folder('😀'.repeat(255), id)).id
    expect(refusalOf(await files.get(contentOf(top.id)))).toEqual([413, 'too_large'])
  })
})

describe('a folder with blobs whose CRC-32 is not known yet', () => {
  test('is read for it once, when the bytes are requested', async () => {
    const { database, blobs } = app.context
    await database.run(sql`alter table files.blob drop constraint if exists blob_live_is_sealed`)
    const top = await files.folder('unknown')
    const content = randomBytes(100_000)
    const { id } = await files.file(content, 'a.bin', top.id)
    const whole = await files.get(contentOf(top.id))
    const blob = sql`key = (select blob_key from files.file where id = ${id})`
    await database.run(sql`update files.blob set crc32 = null where ${blob}`)
    // Plans are kept until the workspace changes.
    await files.folder('another')

    let reads = 0
    const counting = {
      ...blobs,
      read: (...words: Parameters<typeof blobs.read>) => (reads++, blobs.read(...words)),
      borrow: (...words: Parameters<typeof blobs.borrow>) => (reads++, blobs.borrow(...words)),
    }
    const download = await folderDownload({ ...app.context, blobs: counting }, view(), top.id, asking)
    expect([reads, download.sizeBytes, download.etag]).toEqual([0, whole.bytes.length, whole.headers['etag']])
    const chunks: Buffer[] = []
    for await (const chunk of await download.open({ start: 0, end: download.sizeBytes - 1 })) {
      chunks.push(chunk as Buffer)
    }
    expect([reads, Buffer.concat(chunks).equals(whole.bytes)]).toEqual([2, true])
    const row = await database.one<{ crc32: number }>(sql`select crc32 from files.blob where ${blob}`)
    expect(row.crc32).toBe(crc32(content))
  })
})

describe('a download in progress', () => {
  const large = randomBytes(3_000_000)

  /** Two files of 3 MB, and a count of the reads. */
  async function started() {
    const top = await files.folder('under way')
    const ids = [await files.file(large, '1', top.id), await files.file(large, '2', top.id)].map(
      ({ id }) => id,
    )
    const { blobs, database } = app.context
    const opened: string[] = []
    const counting = {
      ...blobs,
      borrow: (...words: Parameters<typeof blobs.borrow>) => (opened.push(words[0]), blobs.borrow(...words)),
    }
    const download = await folderDownload({ ...app.context, blobs: counting }, view(), top.id, asking)
    const stream = await download.open({ start: 0, end: download.sizeBytes - 1 })
    const keys = await database.rows<{ blob_key: string }>(sql`
      select blob_key from files.file where id = any(${ids}) order by name`)
    return { top, stream, opened, keys: keys.map(({ blob_key }) => blob_key) }
  }

  test('stops reading when the client goes away', async () => {
    const { stream, opened } = await started()
    let bytes = 0
    for await (const piece of stream) if ((bytes += (piece as Buffer).length) > 1000) break
    expect(opened.length).toBe(1)
  })

  test('completes when the folder is deleted during it', async () => {
    const { top, stream } = await started()
    let bytes = 0
    for await (const chunk of stream) {
      if (bytes === 0) {
        await app.context.database.run(sql`delete from files.file where parent_id = ${top.id}`)
      }
      bytes += (chunk as Buffer).length
    }
    expect(bytes).toBeGreaterThan(6_000_000)
  })

  test('breaks off when a file is swept during it', async () => {
    const { stream, keys } = await started()
    const [, second = ''] = keys
    let bytes = 0
    const broken = (async () => {
      for await (const chunk of stream) {
        if (bytes === 0) await app.context.blobs.remove(second)
        bytes += (chunk as Buffer).length
      }
    })()
    await expect(broken).rejects.toThrow(`The blob ${second} does not exist`)
    expect(bytes).toBeLessThan(6_000_000)
  })
})
