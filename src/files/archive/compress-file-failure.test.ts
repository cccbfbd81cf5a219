import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { BlobStoreFull, type BlobStore } from '../../platform/blobs/store.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { compressFile } from './compress-file.ts'

let app: TestApp
let tenant: Tenant
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  files = filesClient(app, (await tenant.key('files')).key)
})
afterAll(() => app.close())

const text = Buffer.from(
  Array.from({ length: 120_000 }, (_, line) => `${line * 37} lines of text\n`).join(''),
)

const blobRows = async (workspaceId: number) =>
  (
    await app.context.database.one<{ count: number }>(sql`
      select count(*) from files.blob where workspace_id = ${workspaceId}`)
  ).count

const keysInStore = async (): Promise<number> => {
  let count = 0
  for await (const _ of app.context.blobs.list()) count++
  return count
}

describe('a compression that fails', () => {
  /** Calls the handler with another store or signal; returns what it throws. */
  async function failing(
    id: string,
    change: { readonly blobs?: Partial<BlobStore>; readonly signal?: AbortSignal },
  ): Promise<unknown> {
    const principal = { workspaceId: tenant.workspaceId, folderId: null }
    const call = { headers: {}, signal: change.signal ?? new AbortController().signal }
    const blobs = { ...app.context.blobs, ...change.blobs }
    const context = { ...app.context, blobs, principal, call } as unknown as MemberContext
    const before = [await blobRows(tenant.workspaceId), await keysInStore()]
    const thrown = await compressFile.definition
      .handle({ params: { id }, query: {}, body: undefined }, context)
      .catch((error: unknown) => error)
    expect([await blobRows(tenant.workspaceId), await keysInStore()]).toEqual(before)
    return thrown
  }

  test('because its client went away leaves nothing', async () => {
    const file = await files.file(text, 'x.txt')
    const gone = new AbortController()
    const borrow: BlobStore['borrow'] = (...words) => {
      gone.abort(new Error('gone'))
      return app.context.blobs.borrow(...words)
    }
    const thrown = await failing(file.id, { blobs: { borrow }, signal: gone.signal })
    expect(thrown).toMatchObject({ message: 'gone' })
  })

  test('because a file was swept during it is compress_failed and leaves nothing', async () => {
    const folder = await files.folder('folder')
    await files.file(text, '1.txt', folder.id)
    const { id } = await files.file(text, '2.txt', folder.id)
    const { blob_key: key } = await app.context.database.one<{ blob_key: string }>(sql`
      select blob_key from files.file where id = ${id}`)
    await app.context.blobs.remove(key)
    expect(await failing(folder.id, {})).toMatchObject({ status: 400, code: 'compress_failed' })
  })

  test('because the store is full is compress_failed and says what to do', async () => {
    const file = await files.file('x', 'x.txt')
    const write = () => Promise.reject(new BlobStoreFull('full'))
    expect(await failing(file.id, { blobs: { write } })).toMatchObject({
      code: 'compress_failed',
      message: 'The server has no room for the archive. Ask its operator to add storage.',
    })
  })

  test('because stored bytes have changed is a failure of ours', async () => {
    const other = await files.file(text.subarray(1), 'other.txt')
    const { blob_key: key } = await app.context.database.one<{ blob_key: string }>(sql`
      select blob_key from files.file where id = ${other.id}`)
    const borrow: BlobStore['borrow'] = (_, range) => app.context.blobs.borrow(key, range)
    for (const size of [1000, text.length - 1]) {
      const file = await files.file(text.subarray(0, size), 'x.txt')
      const thrown = await failing(file.id, { blobs: { borrow } })
      expect(thrown).toMatchObject({
        message: expect.stringContaining('have changed: its CRC-32 differs') as string,
      })
    }
  })

  test('because the original was deleted during it is not_found', async () => {
    const file = await files.file('x', 'x.txt')
    const write: BlobStore['write'] = async (...words) => {
      const seal = await app.context.blobs.write(...words)
      await app.context.database.run(sql`delete from files.file where id = ${file.id}`)
      return seal
    }
    expect(await failing(file.id, { blobs: { write } })).toMatchObject({ code: 'not_found' })
  })
})
