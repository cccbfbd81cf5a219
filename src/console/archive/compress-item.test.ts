import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedKeys } from '../../../test/files-app.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { setQuota } from '../../files/public.ts'
import { contentsOf } from '../../platform/zip/readers.testing.ts'
import { refusalOf } from '../console.testing.ts'
import { madeBy, ownerOf, receiveUntil, toldIn } from './archive.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('compressItem', () => {
  test('tells of its progress, then of the archive', async () => {
    const { files, run } = await ownerOf(app)
    const folder = await files.folder('Letters')
    await files.file(randomBytes(3_000_000), 'a.bin', folder.id)
    await files.file('Hello', 'b.txt', folder.id)
    const answer = await run(folder.id, 'compress')
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ])
    const [first, ...others] = toldIn(answer)
    expect(first).toEqual({ event: 'progress', data: { done: 0, total: 3_000_005 } })
    const { event, data } = others.at(-1) ?? {}
    expect([event, data]).toEqual([
      'done',
      { data: expect.objectContaining({ name: 'Letters.zip' }) as object },
    ])
    const { id } = madeBy(data)
    const { bytes } = await files.get(`/files/${id}/content`)
    expect([...(await contentsOf(bytes)).keys()]).toEqual(['a.bin', 'b.txt'])
  })

  test('stops when its client leaves, and leaves nothing', async () => {
    const owner = await ownerOf(app)
    const file = await owner.files.file(randomBytes(30_000_000), 'large.bin')
    const before = await storedKeys(app)
    const origin = app.origin('files')
    await origin.listen({ port: 0, host: '127.0.0.1' })
    const { port } = origin.server.address() as AddressInfo
    // Nothing is published while the row is locked.
    await app.context.database.transaction(async (tx) => {
      await tx.run(sql`select from files.usage where workspace_id = ${owner.workspaceId} for update`)
      const leave = await receiveUntil(port, owner, [file.id, 'compress'], 'event: progress')
      leave()
      await expect
        .poll(() => new Promise((resolve) => origin.server.getConnections((_, count) => resolve(count))))
        .toBe(0)
    })
    await expect.poll(() => storedKeys(app), { timeout: 10_000 }).toEqual(before)
    expect(await owner.files.names()).toEqual(['large.bin'])
  })

  test('is not_found for what another workspace has, and for folders that are gone', async () => {
    const { run } = await ownerOf(app)
    const foreign = await (await ownerOf(app)).files.file('x', 'x')
    for (const id of [foreign.id, 'zzzzzzzz', 'nope'])
      expect(refusalOf(await run(id, 'compress'))).toEqual([404, 'not_found'])
  })

  test('is compress_failed when the archive would have a blocked name', async () => {
    const { files, run } = await ownerOf(app)
    const { id } = await files.folder('setup.exe')
    expect(refusalOf(await run(id, 'compress'))).toEqual([400, 'compress_failed'])
  })

  test('is too_many_items beyond 10,000', async () => {
    const { files, run, workspaceId } = await ownerOf(app)
    const folder = await files.folder('full')
    await app.context.database.run(sql`
      insert into files.file (id, workspace_id, parent_id, type, name, folded_name, size, created_at, updated_at)
      select
        left(md5(${folder.id}), 3) || lpad(number::text, 5, '0'), ${workspaceId}, ${folder.id}, 'folder', 'f' || number,
        'f' || number, 0, ${app.clock.now()}, ${app.clock.now()}
      from generate_series(1, 10001) number`)
    expect(refusalOf(await run(folder.id, 'compress'))).toEqual([413, 'too_many_items'])
  })

  test('is too_large beyond 10 GB', async () => {
    const { files, run } = await ownerOf(app)
    const { id } = await files.file('x', 'x')
    await app.context.database.run(sql`update files.file set size = ${10 * 1024 ** 3 + 1} where id = ${id}`)
    expect(refusalOf(await run(id, 'compress'))).toEqual([413, 'too_large'])
  })

  test('is quota_exceeded before it begins, and tells of it when the room goes while it runs', async () => {
    const { files, run, workspaceId } = await ownerOf(app)
    const { id } = await files.file('Hello', 'hello.txt')
    await setQuota(app.context, { workspaceId, limitBytes: 9 })
    expect(refusalOf(await run(id, 'compress'))).toEqual([413, 'quota_exceeded'])
    // Enough for the bytes, not for the archive around them.
    await setQuota(app.context, { workspaceId, limitBytes: 20 })
    const answer = await run(id, 'compress')
    expect(answer.status).toBe(200)
    expect(toldIn(answer).at(-1)).toEqual({
      event: 'failed',
      data: {
        status: 413,
        code: 'quota_exceeded',
        message: 'The workspace does not have enough free storage.',
      },
    })
    expect(await files.names()).toEqual(['hello.txt'])
  })

  test('is rate_limited after 60 in ten minutes for a person, with their keys', async () => {
    const { files, run } = await ownerOf(app)
    const { id } = await files.file('', 'empty')
    for (let call = 0; call < 20; call++) await files.call('POST', `/files/${id}/compress`)
    for (let call = 0; call < 40; call++) expect((await run(id, 'compress')).status).toBe(200)
    expect(refusalOf(await run(id, 'compress'))).toEqual([429, 'rate_limited'])
  })
})
