import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { complaintsAbout, contentsOf } from '../../platform/zip/readers.testing.ts'
import { refusalOf } from '../console.testing.ts'
import { ownerOf, type Owner } from './archive.testing.ts'

let app: TestApp
let owner: Owner
beforeAll(async () => {
  app = await testApp()
  owner = await ownerOf(app)
})
afterAll(() => app.close())

const download = (ids: readonly string[], headers: Record<string, string> = {}) =>
  owner.browser.call(
    'GET',
    `/workspaces/${owner.workspaceId}/items/download?ids=${ids.join(',')}`,
    undefined,
    headers,
  )

const namesIn = async (bytes: Buffer) => [...(await contentsOf(bytes)).keys()]

describe('downloadItems', () => {
  test('is one archive of files and folders, named after their folder', async () => {
    const { files } = owner
    const top = await files.folder('Büro')
    const inner = await files.folder('inner', top.id)
    await files.file('1', 'deep.txt', inner.id)
    const empty = await files.folder('empty', top.id)
    const file = await files.file('2', 'a.txt', top.id)
    await files.file('not chosen', 'b.txt', top.id)
    const answer = await download([file.id, inner.id, empty.id])
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(answer.bytes.length),
      'content-disposition': expect.stringContaining("filename*=UTF-8''B%C3%BCro.zip") as string,
    })
    expect(complaintsAbout(answer.bytes)).toEqual([])
    expect(await contentsOf(answer.bytes)).toEqual(
      new Map([
        ['empty/', ''],
        ['inner/deep.txt', '1'],
        ['a.txt', '2'],
      ]),
    )
  })

  test('takes items from anywhere, also a folder and what is in it, and keeps equal names apart', async () => {
    const { files } = owner
    const one = await files.folder('one')
    const two = await files.folder('two', one.id)
    const [a, b] = [await files.file('1', 'same.txt', two.id), await files.file('2', 'same.txt')]
    const answer = await download([one.id, two.id, a.id, b.id])
    expect(answer.headers['content-disposition']).toContain('Files.zip')
    expect((await namesIn(answer.bytes)).toSorted()).toEqual([
      'one/two/same.txt',
      'same (2).txt',
      'same.txt',
      'two/same.txt',
    ])
  })

  test('goes on from a byte until something changes, in any order of the IDs', async () => {
    const { files } = owner
    const [a, b] = [await files.file('1', 'x.txt'), await files.file('2', 'y.txt')]
    const { bytes, headers } = await download([a.id, b.id])
    const etag = String(headers['etag'])
    const rest = await download([b.id, a.id], { range: 'bytes=10-', 'if-range': etag })
    expect([rest.status, rest.bytes.equals(bytes.subarray(10))]).toEqual([206, true])
    await files.patch(`/files/${a.id}`, { name: 'z.txt' })
    expect((await download([a.id, b.id], { range: 'bytes=10-', 'if-range': etag })).status).toBe(200)
  })

  test('is not_found when one of them is gone or belongs to another workspace', async () => {
    const { id } = await owner.files.file('x', 'x')
    const foreign = await (await ownerOf(app)).files.file('x', 'x')
    for (const other of [foreign.id, 'zzzzzzzz', '', 'a/../b'])
      expect(refusalOf(await download([id, other]))).toEqual([404, 'not_found'])
  })

  test('is invalid_request beyond 500 IDs, and without any', async () => {
    const ids = Array.from({ length: 501 }, (_, index) => `aaaaa${String(index).padStart(3, '0')}`)
    expect(refusalOf(await download(ids))).toEqual([400, 'invalid_request'])
    const path = `/workspaces/${owner.workspaceId}/items/download`
    expect(await owner.browser.refusal('GET', path)).toEqual([400, 'invalid_request'])
  })

  test('is too_many_items beyond 10,000 in all', async () => {
    const { files, workspaceId } = owner
    const folder = await files.folder('full')
    await app.context.database.run(sql`
      insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
      select
        left(md5(${folder.id}), 3) || lpad(number::text, 5, '0'), ${workspaceId}, ${folder.id}, 'folder', 'f' || number,
        'f' || number, 0, ${app.clock.now()}, ${app.clock.now()}
      from generate_series(1, 9999) number`)
    const [a, b] = [await files.file('1', 'a'), await files.file('2', 'b')]
    expect(refusalOf(await download([folder.id, a.id]))).toEqual([413, 'too_many_items'])
    expect((await download([a.id, b.id])).status).toBe(200)
  })

  test('is too_large when a path is too long for an archive', async () => {
    const { files } = owner
    const top = await files.folder('deep')
    let { id } = top
    for (let depth = 0; depth < 65; depth++) id = (await files.folder('😀'.repeat(255), id)).id
    const { id: other } = await files.file('x', 'x')
    expect(refusalOf(await download([top.id, other]))).toEqual([413, 'too_large'])
  })
})
