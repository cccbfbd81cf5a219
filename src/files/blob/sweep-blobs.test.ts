import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, filesClient } from '../../../test/files-client.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { inlineBytesMax } from './inline-store.ts'
import { openPendingBlob } from './pending-blob.ts'
import { announceBlobs, deletePendingBlobs, publishBlobs } from './store.ts'
import { sweepBlobs } from './sweep-blobs.ts'
import { sweepOrphanBlobs } from './sweep-orphan-blobs.ts'

let app: TestApp
let workspaceId: number
let files: ReturnType<typeof filesClient>

beforeAll(async () => {
  app = await testApp()
  const tenant = await app.tenant()
  workspaceId = tenant.workspaceId
  files = filesClient(app, (await tenant.key('files')).key)
})
afterAll(() => app.close())

const minuteMs = 60_000

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

/** Bytes and a pending row, as a process leaves them that dies before it publishes. */
async function abandoned(key: string): Promise<void> {
  await announceBlobs(app.context.database, workspaceId, [{ key, sizeBytes: 0 }], app.clock.now())
  await app.context.blobs.write(key, bytesOf('left behind'), { bytesMax: 100 })
}

const rowKeys = async (): Promise<string[]> =>
  (await app.context.database.rows<{ key: string }>(sql`select key from files.blob`)).map(({ key }) => key)

const open = () => openPendingBlob(app.context, workspaceId, new AbortController().signal)

describe('sweeping blobs', () => {
  test('removes the bytes and rows of blobs untouched for an hour, and nothing younger', async () => {
    const kept = await files.file('kept', 'kept.txt')
    await abandoned('abandoned-00000001')
    app.clock.advance(59 * minuteMs)
    await sweepBlobs.run({}, app.context)
    expect(await storedKeys(app)).toContain('abandoned-00000001')
    app.clock.advance(2 * minuteMs)
    await sweepBlobs.run({}, app.context)
    expect(await storedKeys(app)).not.toContain('abandoned-00000001')
    expect(await rowKeys()).not.toContain('abandoned-00000001')
    expect((await files.get(`/files/${kept.id}/content`)).text).toBe('kept')
  })

  test('removes bytes that no file refers to any more, and keeps those of a copy', async () => {
    const copiedText = 'copied'.padEnd(inlineBytesMax + 1)
    const gone = await files.file('gone'.padEnd(inlineBytesMax + 1), 'gone.txt')
    const copied = await files.file(copiedText, 'copied.txt')
    const { database } = app.context
    await database.run(sql`
      insert into files.file (id, workspace_id, type, name, folded_name, size, blob_key, created_at, updated_at)
      select 'copy0001', workspace_id, type, name, folded_name, size, blob_key, created_at, updated_at
      from files.file where id = ${copied.id}`)
    await database.run(sql`delete from files.file where id in (${gone.id}, ${copied.id})`)
    const before = (await rowKeys()).length
    await sweepBlobs.run({}, app.context)
    expect((await rowKeys()).length).toBe(before - 1)
    const storedRows = (await rowKeys()).filter((key) => !key.startsWith('inline-'))
    expect(await storedKeys(app)).toEqual(storedRows.toSorted())
    expect((await files.get('/files/copy0001/content')).text).toBe(copiedText)
  })

  test('removes bytes without a row, and keeps those of every row', async () => {
    await app.context.blobs.write('orphan-0000000001', bytesOf('x'), { bytesMax: 100 })
    await abandoned('abandoned-00000002')
    const kept = await files.file('kept', 'kept too.txt')
    app.clock.advance(59 * minuteMs)
    await sweepOrphanBlobs.run({}, app.context)
    expect(await storedKeys(app)).toContain('orphan-0000000001')
    app.clock.advance(2 * minuteMs)
    await sweepOrphanBlobs.run({}, app.context)
    expect(await storedKeys(app)).not.toContain('orphan-0000000001')
    expect(await storedKeys(app)).toContain('abandoned-00000002')
    expect((await files.get(`/files/${kept.id}/content`)).text).toBe('kept')
  })
})

describe('an inline blob', () => {
  test('is removed with its row when no file refers to it any more; a copy keeps it', async () => {
    const original = await files.file('few bytes', 'original.txt')
    const copied = await files.post(`/files/${original.id}/copy`, {})
    await sweepBlobs.run({}, app.context)
    const blobs = (await rowKeys()).length
    const remove = (id: string) => files.call('DELETE', `/files/${id}`)
    expect((await remove(original.id)).status).toBe(204)
    await sweepBlobs.run({}, app.context)
    expect((await files.get(`/files/${dataOf(copied).id}/content`)).text).toBe('few bytes')
    expect((await rowKeys()).length).toBe(blobs)
    expect((await remove(dataOf(copied).id)).status).toBe(204)
    await sweepBlobs.run({}, app.context)
    expect((await rowKeys()).length).toBe(blobs - 1)
  })

  test('is left alone by the sweep of the store, which never had it', async () => {
    const { id } = await files.file('few bytes', 'kept.txt')
    app.clock.advance(24 * 60 * minuteMs)
    await sweepOrphanBlobs.run({}, app.context)
    await sweepBlobs.run({}, app.context)
    expect((await files.get(`/files/${id}/content`)).text).toBe('few bytes')
  })
})

describe('a pending blob', () => {
  test('that is discarded leaves neither bytes nor row, even while the bytes are arriving', async () => {
    const finished = open()
    await finished.store(bytesOf('x'), 100)
    await finished.discard()
    const running = open()
    const storing = running.store(
      (async function* () {
        yield Buffer.from('x')
        await new Promise(() => undefined)
      })(),
      100,
    )
    storing.catch(() => undefined)
    await running.discard()
    await expect(storing).rejects.toThrow('aborted')
    const keys = [...(await storedKeys(app)), ...(await rowKeys())]
    expect(keys).not.toContain(finished.key)
    expect(keys).not.toContain(running.key)
  })

  test('that was published keeps its bytes when it is discarded: the answer to the commit may have been lost', async () => {
    const pending = open()
    const seal = await pending.store(bytesOf('precious'), 100)
    const { database } = app.context
    let discarding: Promise<void> | undefined
    await database.transaction(async (tx) => {
      expect(await publishBlobs(tx, workspaceId, [{ key: pending.key, seal }])).toBeDefined()
      discarding = pending.discard()
    })
    await discarding
    expect(await rowKeys()).toContain(pending.key)
    expect(await storedKeys(app)).toContain(pending.key)
  })

  test('cannot be published after it was swept', async () => {
    const pending = open()
    const seal = await pending.store(bytesOf('x'), 100)
    await deletePendingBlobs(app.context.database, workspaceId, [pending.key])
    const published = await app.context.database.transaction((tx) =>
      publishBlobs(tx, workspaceId, [{ key: pending.key, seal }]),
    )
    expect(published).toBeUndefined()
    await app.context.blobs.remove(pending.key)
  })
})
