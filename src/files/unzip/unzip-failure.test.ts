import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import { testApp, type Answer, type TestApp } from '../../../test/harness.ts'
import { BlobStoreFull, BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import { sql } from '../../platform/database/sql.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { readArchive } from '../../platform/zip/read/archive.ts'
import { sampleZip } from '../../platform/zip/read/samples.testing.ts'
import { sweepBlobs } from '../blob/sweep-blobs.ts'
import { openExtraction } from './extraction.ts'
import { unzipFile } from './unzip-file.ts'
import { planUnzip } from './rules.ts'
import { storedKeys } from '../../../test/files-app.ts'
import { until } from '../../../test/until.ts'
import { isRunning, isWaiting, messageOf, treeOf, unzip, workspaceOf } from './unzip.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const kib = 1024
const large = (name: string) => ({ name, bytes: Buffer.alloc(300 * kib, name), deflated: true })
const small = (name: string) => ({ name, bytes: Buffer.alloc(100 * kib, name), deflated: true })
const bytes = sampleZip([small('1'), small('2'), { name: 'd/' }, large('d/3'), small('d/4'), large('5')])

/** Extracts while another transaction holds what the work runs into, and then lets go. */
async function whileHeld(
  lock: ReturnType<typeof sql>,
  waitsFor: string,
  start: () => Promise<Answer>,
  meanwhile: (tx: Parameters<Parameters<typeof app.context.database.transaction>[0]>[0]) => Promise<void>,
): Promise<Answer> {
  let answer: Promise<Answer> | undefined
  await app.context.database.transaction(async (tx) => {
    await tx.run(lock)
    answer = start()
    await until(() => isWaiting(app, waitsFor))
    await meanwhile(tx)
  })
  return answer as Promise<Answer>
}

describe('when the free space shrinks while an archive is extracted', () => {
  /** Leaves so much free space while the extraction waits for the usage of the workspace. */
  async function withRoomLeft(roomBytes: number) {
    const workspace = await workspaceOf(app, 100 * kib * kib)
    const archive = await workspace.client.file(bytes, 'a.zip')
    const answer = await whileHeld(
      sql`select from files.usage where workspace_id = ${workspace.workspaceId} for update`,
      'files.usage',
      () => unzip(workspace.client, archive.id),
      async (tx) => {
        await tx.run(sql`
          update files.usage set used_bytes = limit_bytes - ${roomBytes}
          where workspace_id = ${workspace.workspaceId}`)
      },
    )
    return { ...workspace, answer }
  }

  test('the items that fit are kept in the order of the archive, and the message says how many are missing', async () => {
    const { answer, client, holdings } = await withRoomLeft(550 * kib)
    expect(answer.status).toBe(201)
    expect(messageOf(answer)).toBe(
      'Extracted 3 files and 1 folder. The workspace ran out of space: 2 files were not extracted.',
    )
    const tree = await treeOf(client, dataOf(answer).id)
    expect(tree.map(([path]) => path)).toEqual(['d/', 'd/3', '1', '2'])
    expect(tree[1]?.[1]).toBe(large('d/3').bytes.toString())
    const { usage, blobs } = await holdings()
    expect(usage['remaining']).toBe(50 * kib)
    expect(blobs).not.toContainEqual(expect.objectContaining({ state: 'pending' }))
  })

  test('and nothing fits, nothing is left: quota_exceeded', async () => {
    const { answer, client, holdings } = await withRoomLeft(10)
    expect(refusalOf(answer)).toEqual([413, 'quota_exceeded'])
    expect((await client.list()).meta.total).toBe(1)
    expect((await holdings()).blobs).toHaveLength(1)
  })

  test('reserved storage counts as used', async () => {
    const { workspaceId, client } = await workspaceOf(app, 100 * kib * kib)
    const archive = await client.file(bytes, 'a.zip')
    const answer = await whileHeld(
      sql`select from files.usage where workspace_id = ${workspaceId} for update`,
      'files.usage',
      () => unzip(client, archive.id),
      async (tx) => {
        await tx.run(sql`
          update files.usage set reserved_bytes = limit_bytes - used_bytes where workspace_id = ${workspaceId}`)
      },
    )
    expect(refusalOf(answer)).toEqual([413, 'quota_exceeded'])
  })

  test('concurrent extractions never exceed the limit', async () => {
    const workspace = await workspaceOf(app, bytes.length + 900 * kib)
    const archive = await workspace.client.file(bytes, 'a.zip')
    const answers = await Promise.all([
      unzip(workspace.client, archive.id),
      unzip(workspace.client, archive.id),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const { usage } = await workspace.holdings()
    expect(usage['remaining']).toBe(0)
  })
})

describe('when the archive changes while it is extracted', () => {
  async function during(change: (workspaceId: number, id: string) => ReturnType<typeof sql>) {
    const { workspaceId, client, holdings } = await workspaceOf(app)
    const folder = await client.folder('folder')
    const archive = await client.file(bytes, 'a.zip', folder.id)
    // Announcing the blobs waits for this; by then the archive has been found.
    const answer = await whileHeld(
      sql`lock table files.blob in share mode`,
      'files.blob',
      () => unzip(client, archive.id),
      async (tx) => void (await tx.run(change(workspaceId, archive.id))),
    )
    return { answer, client, holdings }
  }

  test('and is moved and renamed, the folder goes next to its new place', async () => {
    const { answer } = await during(
      (_, id) => sql`update files.file set parent_id = null, name = 'b.zip' where id = ${id}`,
    )
    expect(dataOf(answer)).toMatchObject({ name: 'b', parent_id: null })
  })

  test('and is deleted, nothing is left: not_found', async () => {
    const { answer, client, holdings } = await during((_, id) => sql`delete from files.file where id = ${id}`)
    expect(refusalOf(answer)).toEqual([404, 'not_found'])
    expect(await client.names()).toEqual(['folder'])
    expect((await holdings()).blobs).toHaveLength(1)
  })

  test('and goes with its folder at the last moment, nothing is left: not_found', async () => {
    const { workspaceId, client } = await workspaceOf(app)
    const folder = await client.folder('folder')
    const archive = await client.file(bytes, 'a.zip', folder.id)
    const answer = await whileHeld(
      sql`delete from files.file where id in (${folder.id}, ${archive.id})`,
      'files.file',
      () => unzip(client, archive.id),
      async () => undefined,
    )
    expect(refusalOf(answer)).toEqual([404, 'not_found'])
    expect(
      await app.context.database.rows(sql`select from files.file where workspace_id = ${workspaceId}`),
    ).toEqual([])
  })
})

test('a client that disconnects stops the work, and nothing is left', async () => {
  const { key, client, holdings } = await workspaceOf(app)
  const archive = await client.file(bytes, 'a.zip')
  const before = [await holdings(), await storedKeys(app)]
  const { server } = app.origin('files')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const authorization = `Authorization: Bearer ${(await key('files')).key}`
    await app.context.database.transaction(async (tx) => {
      await tx.run(sql`lock table files.blob in share mode`)
      socket.write(
        `POST /api/v1/files/${archive.id}/unzip HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Length: 0\r\n\r\n`,
      )
      await until(() => isWaiting(app, 'files.blob'))
      socket.destroy()
      await until(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count === 0))))
    })
    // Before that nothing of them is visible.
    await until(async () => !(await isRunning(app, 'into files.blob')))
    // Blobs that were on their way when the client left are discarded when they are there.
    const left = async () => [await holdings(), await storedKeys(app)]
    await expect.poll(left).toEqual(before)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

describe('when the blob store fails in the middle', () => {
  test.each([
    ['has no room', new BlobStoreFull('full')],
    ['does not respond', new BlobStoreUnavailable('gone')],
  ])('because it %s, nothing is left: unzip_failed', async (_, failure) => {
    const { workspaceId, client, holdings } = await workspaceOf(app)
    const archive = await client.file(bytes, 'a.zip')
    const before = [await holdings(), await storedKeys(app)]
    let writes = 0
    const blobs: typeof app.context.blobs = {
      ...app.context.blobs,
      write: async (...args) => {
        if (++writes === 2) throw failure
        return app.context.blobs.write(...args)
      },
    }
    const principal = { workspaceId, folderId: null } as MemberContext['principal']
    const call = { signal: new AbortController().signal } as MemberContext['call']
    const context = { ...app.context, blobs, principal, call }
    const params = { params: { id: archive.id }, query: {}, body: undefined }
    await expect(unzipFile.definition.handle(params, context)).rejects.toMatchObject({ code: 'unzip_failed' })
    expect(writes).toBeGreaterThan(1)
    expect([await holdings(), await storedKeys(app)]).toEqual(before)
  })
})

describe('a crash in the middle', () => {
  test('leaves nothing visible, and the sweeper removes the rest after an hour', async () => {
    const { workspaceId, client, holdings } = await workspaceOf(app)
    const archive = await client.file(bytes, 'a.zip')
    // Earlier tests deleted files.
    await sweepBlobs.run({}, app.context)
    const before = [await holdings(), await storedKeys(app)]
    const { blobs, database } = app.context
    const { blob_key: key } = await database.one<{ blob_key: string }>(sql`
      select blob_key from files.file where id = ${archive.id}`)
    const read = await readArchive((range) => blobs.read(key, range), bytes.length, 100)
    const planned = planUnzip(read, () => false, Infinity).items
    const extraction = openExtraction(app.context, workspaceId, read, planned, {
      signal: new AbortController().signal,
      onStored: () => undefined,
    })
    expect((await extraction.run()).units).toHaveLength(3)
    expect((await storedKeys(app)).length).toBeGreaterThan((before[1] as string[]).length)
    expect((await client.list()).meta.total).toBe(1)
    app.clock.advance(61 * 60_000)
    await sweepBlobs.run({}, app.context)
    expect([await holdings(), await storedKeys(app)]).toEqual(before)
  })
})

describe('files that share a pack', () => {
  test('keep it until the last of them is gone', async () => {
    const { workspaceId, client } = await workspaceOf(app)
    const archive = await client.file(sampleZip([small('1'), small('2'), { name: 'empty' }]), 'a.zip')
    const folder = dataOf(await unzip(client, archive.id))
    const items = (await client.list(`?parent_id=${folder.id}`)).data
    const { database } = app.context
    const rows = async () =>
      (
        await database.one<{ count: number }>(sql`
        select count(*) from files.blob where workspace_id = ${workspaceId}`)
      ).count
    expect(await rows()).toBe(5)
    const stored = await storedKeys(app)
    await database.run(sql`delete from files.file where id = ${items[0]?.id}`)
    await sweepBlobs.run({}, app.context)
    expect(await rows()).toBe(4)
    expect(await storedKeys(app)).toEqual(stored)
    expect((await client.get(`/files/${items[1]?.id}/content`)).text).toBe(small('2').bytes.toString())
    await database.run(sql`delete from files.file where parent_id = ${folder.id}`)
    await sweepBlobs.run({}, app.context)
    await sweepBlobs.run({}, app.context)
    expect(await rows()).toBe(1)
    expect(await storedKeys(app)).toHaveLength(stored.length - 1)
  })
})
