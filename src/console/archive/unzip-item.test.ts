import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedKeys } from '../../../test/files-app.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { sampleZip, type SampleEntry } from '../../platform/zip/read/samples.testing.ts'
import { setQuota } from '../../files/public.ts'
import { treeOf } from '../../files/unzip/unzip.testing.ts'
import { refusalOf } from '../console.testing.ts'
import { madeBy, ownerOf, receiveUntil, toldIn } from './archive.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const refusedWith = async (entries: readonly SampleEntry[]) => {
  const { files, run } = await ownerOf(app)
  const { id } = await files.file(sampleZip(entries), 'a.zip')
  return refusalOf(await run(id, 'unzip'))
}

describe('unzipItem', () => {
  test('tells of its progress, then of the folder', async () => {
    const { files, run } = await ownerOf(app)
    const archive = await files.file(
      sampleZip([
        { name: 'inner/a.txt', bytes: 'A', deflated: true },
        { name: 'b.bin', bytes: randomBytes(2_000_000) },
      ]),
      'Letters.zip',
    )
    const told = toldIn(await run(archive.id, 'unzip'))
    expect(told[0]).toEqual({ event: 'progress', data: { done: 0, total: 2_000_001 } })
    const { event, data } = told.at(-1) ?? {}
    expect([event, data]).toEqual([
      'done',
      {
        data: expect.objectContaining({ name: 'Letters', type: 'folder' }) as object,
        meta: { message: 'Extracted 2 files and 1 folder.' },
      },
    ])
    const { id } = madeBy(data)
    expect((await treeOf(files, id)).map(([path]) => path)).toEqual(['inner/', 'inner/a.txt', 'b.bin'])
  })

  test('stops when its client leaves, and leaves nothing', async () => {
    const owner = await ownerOf(app)
    const bytes = sampleZip([{ name: 'large.bin', bytes: randomBytes(20_000_000) }])
    const archive = await owner.files.file(bytes, 'a.zip')
    const before = await storedKeys(app)
    const origin = app.origin('files')
    await origin.listen({ port: 0, host: '127.0.0.1' })
    const { port } = origin.server.address() as AddressInfo
    // Nothing is stored while the row is locked.
    await app.context.database.transaction(async (tx) => {
      await tx.run(sql`select from files.usage where workspace_id = ${owner.workspaceId} for update`)
      const leave = await receiveUntil(port, owner, [archive.id, 'unzip'], 'event: progress')
      leave()
      await expect
        .poll(() => new Promise((resolve) => origin.server.getConnections((_, count) => resolve(count))))
        .toBe(0)
    })
    await expect.poll(() => storedKeys(app), { timeout: 10_000 }).toEqual(before)
    expect(await owner.files.names()).toEqual(['a.zip'])
  })

  test('tells of damage that is found on the way: invalid_archive', async () => {
    const { files, run } = await ownerOf(app)
    const { id } = await files.file(sampleZip([{ name: 'a.txt', bytes: 'A', crc32: 7 }]), 'a.zip')
    const before = await storedKeys(app)
    expect(toldIn(await run(id, 'unzip')).at(-1)).toMatchObject({
      event: 'failed',
      data: {
        status: 400,
        code: 'invalid_archive',
        message: expect.stringContaining('checksum is wrong') as string,
      },
    })
    expect([await files.names(), await storedKeys(app)]).toEqual([['a.zip'], before])
  })

  test('is not_a_zip, not_a_file, or not_found', async () => {
    const { files, run } = await ownerOf(app)
    const foreign = await (await ownerOf(app)).files.file(sampleZip([{ name: 'a' }]), 'a.zip')
    expect(refusalOf(await run((await files.file('text', 'a.zip')).id, 'unzip'))).toEqual([400, 'not_a_zip'])
    expect(refusalOf(await run((await files.folder('a.zip')).id, 'unzip'))).toEqual([400, 'not_a_file'])
    expect(refusalOf(await run(foreign.id, 'unzip'))).toEqual([404, 'not_found'])
  })

  test('is unzip_failed, invalid_archive, too_many_items, or too_large before it begins', async () => {
    expect(await refusedWith([{ name: 'a', method: 14 }])).toEqual([400, 'unzip_failed'])
    expect(await refusedWith([{ name: 'a/'.repeat(101) }])).toEqual([400, 'invalid_archive'])
    const entries = Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}` }))
    expect(await refusedWith(entries)).toEqual([413, 'too_many_items'])
    expect(
      await refusedWith([
        { name: 'a', bytes: 'A', deflated: true, zip64: true, sizeBytes: 10 * 1024 ** 3 + 1 },
      ]),
    ).toEqual([413, 'too_large'])
  })

  test('is quota_exceeded when the files do not fit', async () => {
    const { files, run, workspaceId } = await ownerOf(app)
    const bytes = sampleZip([{ name: 'x', bytes: Buffer.alloc(1000), deflated: true }])
    const { id } = await files.file(bytes, 'x.zip')
    await setQuota(app.context, { workspaceId, limitBytes: bytes.length + 999 })
    expect(refusalOf(await run(id, 'unzip'))).toEqual([413, 'quota_exceeded'])
  })

  test('is rate_limited after 60 in ten minutes for a person', async () => {
    const { files, run } = await ownerOf(app)
    const { id } = await files.file('no archive', 'a.zip')
    for (let call = 0; call < 60; call++) await run(id, 'unzip')
    expect(refusalOf(await run(id, 'unzip'))).toEqual([429, 'rate_limited'])
  })
})
