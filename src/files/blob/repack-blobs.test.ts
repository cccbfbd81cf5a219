import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, type Shown } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { sampleZip } from '../../platform/zip/read/samples.testing.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { unzip, workspaceOf } from '../unzip/unzip.testing.ts'
import { repackBlobs } from './repack-blobs.ts'
import { sweepBlobs } from './sweep-blobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const contents = Array.from({ length: 20 }, (_, index) => Buffer.alloc(index * 1000, `${index} `))

/** A workspace with the files of an archive in one pack; they are named `0` to `19`. */
async function withPack() {
  const workspace = await workspaceOf(app)
  const archive = await workspace.client.file(
    sampleZip(contents.map((bytes, index) => ({ name: String(index), bytes }))),
    'a.zip',
  )
  const folder = dataOf(await unzip(workspace.client, archive.id))
  const listed = (await workspace.client.list(`?parent_id=${folder.id}&limit=100`)).data
  const files = contents.map((_, index) => listed.find(({ name }) => name === String(index)) as Shown)
  const { database } = app.context
  return {
    ...workspace,
    files,
    remove: (ids: readonly string[]) => database.run(sql`delete from files.file where id = any(${ids})`),
    packs: () =>
      database.rows<{ pack_key: string; bytes: number }>(sql`
        select pack_key, sum(size)::bigint as bytes from files.blob
        where workspace_id = ${workspace.workspaceId} and pack_key is not null group by pack_key`),
  }
}

const idsOf = (files: readonly Shown[]): string[] => files.map(({ id }) => id)

describe('repacking blobs', () => {
  test('frees the deleted part of a pack, and every remaining file keeps its bytes', async () => {
    const { client, files, packs, remove } = await withPack()
    const [before] = await packs()
    const left = [0, 3, 7]
    await remove(idsOf(files.filter((_, index) => !left.includes(index))))
    await sweepBlobs.run({}, app.context)
    await repackBlobs.run({}, app.context)
    await sweepBlobs.run({}, app.context)
    const [after] = await packs()
    expect(after).toEqual({ pack_key: expect.any(String), bytes: 10_000 })
    expect(after?.pack_key).not.toBe(before?.pack_key)
    expect(await storedKeys(app)).toContain(after?.pack_key)
    expect(await storedKeys(app)).not.toContain(before?.pack_key)
    for (const index of left) {
      const { id } = files[index] as Shown
      expect((await client.get(`/files/${id}/content`)).bytes.equals(contents[index] as Buffer)).toBe(true)
    }
  })

  test('leaves packs alone that are half in use, and small ones without deletions', async () => {
    const { files, packs, remove } = await withPack()
    await remove(idsOf(files.slice(0, 10)))
    await sweepBlobs.run({}, app.context)
    const before = await packs()
    await repackBlobs.run({}, app.context)
    expect(await packs()).toEqual(before)
  })

  test('repoints copies', async () => {
    const { client, files, remove, workspaceId } = await withPack()
    const [, , third] = files
    await app.context.database.run(sql`
      insert into files.file (id, workspace_id, type, name, folded_name, size, blob_key, created_at, updated_at)
      select 'copy0002', ${workspaceId}, type, name, folded_name, size, blob_key, created_at, updated_at
      from files.file where id = ${third?.id}`)
    await remove(idsOf(files))
    await sweepBlobs.run({}, app.context)
    await repackBlobs.run({}, app.context)
    await sweepBlobs.run({}, app.context)
    expect((await client.get('/files/copy0002/content')).bytes.equals(contents[2] as Buffer)).toBe(true)
  })

  test('changes nothing when the bytes are damaged', async () => {
    const { client, files, packs, remove, workspaceId } = await withPack()
    await remove(idsOf(files.slice(2)))
    await sweepBlobs.run({}, app.context)
    await app.context.database.run(sql`
      update files.blob set crc32 = 1 where workspace_id = ${workspaceId} and size = 1000 and pack_key is not null`)
    const before = [await packs(), await storedKeys(app)]
    await repackBlobs.run({}, app.context)
    expect([await packs(), await storedKeys(app)]).toEqual(before)
    expect((await client.get(`/files/${files[1]?.id}/content`)).status).toBe(200)
  })
})
