import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { filesClient, form, refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { openPendingBlob } from '../blob/pending-blob.ts'
import { unreservedBytesMax } from '../blob/reservation.ts'
import { sweepBlobs } from '../blob/sweep-blobs.ts'
import { setQuota } from '../public.ts'
import { findUsage } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await mkdir(join(app.directory, 'blobs'), { recursive: true })
})
afterAll(() => app.close())

const megabyte = 1024 * 1024
const limitBytes = 20 * megabyte

/** A workspace of 20 MB with a key for all of it and one for a folder of it. */
async function tightWorkspace() {
  const { key, workspaceId } = await app.tenant()
  await setQuota(app.context, { workspaceId, limitBytes })
  const secret = (await key('files')).key
  const files = filesClient(app, secret)
  const folder = await files.folder('folder')
  const scoped = filesClient(app, (await key('files', { folderId: folder.id })).key)
  const usage = async () => {
    const { used_bytes: used, reserved_bytes: reserved } = await findUsage(app.context.database, workspaceId)
    return { used, reserved }
  }
  return { workspaceId, secret, files, scoped, usage }
}

async function storedBytes(): Promise<number> {
  const directory = join(app.directory, 'blobs')
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(join(entry.parentPath, entry.name)).catch(() => undefined))
  return (await Promise.all(sizes)).reduce((sum, found) => sum + (found?.size ?? 0), 0)
}

/** The most bytes that were added to the blob store at any moment while `work` ran, and what came of it. */
async function peakOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; peakBytes: number }> {
  const before = await storedBytes()
  let peakBytes = 0
  let done = false
  const watching = (async () => {
    while (!done) {
      peakBytes = Math.max(peakBytes, (await storedBytes()) - before)
      await delay(1)
    }
  })()
  const result = await work().finally(() => (done = true))
  await watching
  return { result, peakBytes }
}

const refused = [413, 'quota_exceeded']
const file = Buffer.alloc(6 * megabyte, 1)

describe('uploads in progress reserve storage:', () => {
  test('40 uploads at once never store more than fits, and all that do not fit are quota_exceeded', async () => {
    const { files, usage } = await tightWorkspace()
    const { result: answers, peakBytes } = await peakOf(() =>
      Promise.all(Array.from({ length: 40 }, (_, n) => files.upload(file, `${n}.bin`))),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(3)
    for (const answer of answers) if (!made.includes(answer)) expect(refusalOf(answer)).toEqual(refused)
    expect(peakBytes).toBeLessThanOrEqual(limitBytes)
    expect(await usage()).toEqual({ used: 3 * file.length, reserved: 0 })
  })

  test('uploads of unknown length reserve as they grow', async () => {
    const { secret, usage } = await tightWorkspace()
    const origin = await app.origin('files').listen({ host: '127.0.0.1', port: 0 })
    const uploads = 10
    const upload = async (): Promise<number> => {
      const { headers, payload } = form([{ name: 'file', fileName: 'x.bin', bytes: file }])
      const pieces = Array.from({ length: Math.ceil(payload.length / 65_536) }, (_, n) =>
        payload.subarray(n * 65_536, (n + 1) * 65_536),
      )
      const response = await fetch(`${origin}/api/v1/files`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${secret}` },
        body: Readable.toWeb(Readable.from(pieces)) as ReadableStream,
        duplex: 'half',
      })
      await response.arrayBuffer()
      return response.status
    }
    const { result: statuses, peakBytes } = await peakOf(() =>
      Promise.all(Array.from({ length: uploads }, upload)),
    )
    const made = statuses.filter((status) => status === 201).length
    expect(made).toBeGreaterThan(0)
    expect(statuses.filter((status) => status === 413)).toHaveLength(uploads - made)
    expect(peakBytes).toBeLessThanOrEqual(limitBytes + uploads * unreservedBytesMax)
    expect(await usage()).toEqual({ used: made * file.length, reserved: 0 })
    expect(await upload()).toBe(made < 3 ? 201 : 413)
  })

  test('folder-scoped keys, chunked and simple uploads share the same quota', async () => {
    const { files, scoped, usage } = await tightWorkspace()
    const opened = await files.post('/uploads', { name: 'chunked.bin', size: 10 * megabyte })
    expect(opened.status).toBe(201)
    const answers = await Promise.all(
      [files, scoped, files, scoped].map((client, n) => client.upload(file, `${n}.bin`)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await usage()).toEqual({ used: file.length, reserved: 10 * megabyte })
    expect(refusalOf(await scoped.post('/uploads', { name: 'y.bin', size: 5 * megabyte }))).toEqual(refused)
  })

  test('a refused form releases the reservation of its file', async () => {
    const { files, usage } = await tightWorkspace()
    const answer = await files.send([
      { name: 'file', fileName: 'x.bin', bytes: file },
      { name: 'parent_id', value: 'unknown1' },
    ])
    expect(answer.status).toBe(404)
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
  })

  test('reservations survive kill -9 until the sweep releases them', async () => {
    const { workspaceId, files, usage } = await tightWorkspace()
    const pending = openPendingBlob(app.context, workspaceId, new AbortController().signal)
    const mostBytes = 15 * megabyte
    await pending.store(Readable.from([file]), limitBytes, { leastBytes: 14 * megabyte, mostBytes })
    expect(await usage()).toEqual({ used: 0, reserved: mostBytes })
    expect(refusalOf(await files.upload(file, 'x.bin'))).toEqual(refused)
    await sweepBlobs.run({}, app.context)
    expect(await usage()).toEqual({ used: 0, reserved: mostBytes })
    app.clock.advance(61 * 60_000)
    await sweepBlobs.run({}, app.context)
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
    expect((await files.upload(file, 'x.bin')).status).toBe(201)
  })

  test('is reserved for files of many gigabytes too', async () => {
    const { workspaceId, usage } = await tightWorkspace()
    await setQuota(app.context, { workspaceId, limitBytes: 2 ** 41 })
    const pending = openPendingBlob(app.context, workspaceId, new AbortController().signal)
    await pending.store(Readable.from([file]), 2 ** 41, { leastBytes: 2 ** 40, mostBytes: 2 ** 40 })
    expect(await usage()).toEqual({ used: 0, reserved: 2 ** 40 })
    await pending.discard()
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
  })

  test('an archive that is being compressed reserves as it grows', async () => {
    const { files, usage } = await tightWorkspace()
    const { id } = await files.file(Buffer.alloc(megabyte, 'not compressed'), 'x.jpg')
    const reserved: number[] = []
    const { blobs } = app.context
    const write = vi.spyOn(blobs, 'write').mockImplementation(async (key, source, options) => {
      const watched = async function* () {
        for await (const piece of source) {
          yield piece
          reserved.push((await usage()).reserved)
        }
      }
      write.mockRestore()
      return blobs.write(key, watched(), options)
    })
    expect((await files.call('POST', `/files/${id}/compress`)).status).toBe(201)
    expect(Math.max(...reserved)).toBe(8 * megabyte)
    expect((await usage()).reserved).toBe(0)
  })
})
