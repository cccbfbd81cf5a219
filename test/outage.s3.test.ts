import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sweepBlobs } from '../src/files/blob/sweep-blobs.ts'
import { sweepOrphanBlobs } from '../src/files/blob/sweep-orphan-blobs.ts'
import { makeThumbnail } from '../src/files/thumbnail/make-thumbnail.ts'
import { inlineBytesMax } from '../src/files/blob/inline-store.ts'
import { uploadOf, uploadsClient } from '../src/files/upload/uploads.testing.ts'
import { faultyProxy, type Fault } from '../src/platform/blobs/contract/faults.testing.ts'
import { canRun, startS3, type S3TestServer } from '../src/platform/blobs/s3/server.testing.ts'
import type { BlobStore } from '../src/platform/blobs/store.ts'
import { listed } from '../src/platform/blobs/contract/sources.testing.ts'
import { systemClock } from '../src/platform/clock.ts'
import { sql } from '../src/platform/database/sql.ts'
import { systemRandom } from '../src/platform/random.ts'
import { sampleZip } from '../src/platform/zip/read/samples.testing.ts'
import { dataOf, filesClient, refusalOf } from './files-client.ts'
import { testApp } from './harness.ts'
import { visitor } from './visitor.ts'

/** Long enough for a working server, and too long to wait for a silent one. */
const idleMs = 1_500
const silenceMs = 300
const broken = { kind: 'status', status: 500, code: 'InternalError' } as const
const silence = { kind: 'silence' } as const
const lost = { kind: 'answer lost' } as const

const everything = /./
const reads = /^GET .*x-id=GetObject/
const writes = /^(?:PUT|DELETE|POST) /
/** Too long to be kept in a row. */
const storedText = 'text'.padEnd(inlineBytesMax + 1)

const parts = /^PUT .*uploadId/

const outages: [string, Fault][] = [
  ['answers 500', broken],
  ['is silent', silence],
  ['cuts the connection', lost],
]

/** A store that is at each call the one of that moment. */
const following = (current: () => BlobStore): BlobStore =>
  Object.fromEntries(
    Object.entries(current()).map(([name, member]: [string, unknown]) => [
      name,
      typeof member === 'function'
        ? (...input: unknown[]): unknown =>
            Reflect.apply(Reflect.get(current(), name) as () => unknown, current(), input)
        : member,
    ]),
  ) as unknown as BlobStore

// A silent server is retried.
const timeout = 60_000

describe.skipIf(!canRun('radosgw'))('with ceph-mon ceph-osd radosgw ceph-common', { timeout }, () => {
  let server: S3TestServer
  beforeAll(async () => {
    server = await startS3('radosgw')
    return server.stop
  })

  /** The program on a bucket whose server can be made to fail, a workspace in it, and what that holds. */
  async function place() {
    const proxy = await faultyProxy(server.endpoint)
    const prefix = `${systemRandom.base62(12)}/`
    const direct = server.open({ prefix })
    const { endpoint } = proxy
    const patient = server.open({ prefix, endpoint, idleMs })
    const impatient = server.open({ prefix, endpoint, idleMs: silenceMs })
    let current = direct.store
    const blobs = following(() => current)
    const app = await testApp({ blobs })
    onTestFinished(async () => {
      await app.close()
      await proxy.close()
      await direct.close()
    })
    const { key, workspaceId } = await app.tenant()
    const secret = (await key('files')).key
    const files = filesClient(app, secret)
    const { database } = app.context
    return {
      app,
      /** From now on the store has this fault, so many times. */
      fail: (line: RegExp, fault: Fault, times = Infinity): void => {
        proxy.plan(line, fault, times)
        current = fault.kind === 'silence' ? impatient.store : patient.store
      },
      shutDown: async (): Promise<void> => {
        current = patient.store
        await proxy.close()
      },
      recover: () => void (current = direct.store),
      key: secret,
      files,
      uploads: uploadsClient(app, secret),
      /** What is left when the server works again and the sweeps have run: rows, bytes and their charge. */
      kept: async () => {
        // The server dates its objects by its own clock.
        const later = new Date(systemClock.now().getTime() + 2 * 3_600_000)
        const then = { ...app.context, blobs: direct.store, clock: { now: () => later } }
        await sweepBlobs.run({}, then)
        await sweepOrphanBlobs.run({}, then)
        return {
          files: await database.rows(sql`select * from files.file where workspace_id = ${workspaceId}`),
          blobs: await database.rows(sql`select * from files.blob where workspace_id = ${workspaceId}`),
          usage: dataOf(await files.get('/storage')),
          keys: (await listed(direct.store)).map(({ key: stored }) => stored).toSorted(),
        }
      },
    }
  }

  describe('reading while the store', () => {
    test.each([
      ...outages,
      ['breaks before the first byte', { kind: 'answer breaks', afterBytes: 0 }],
    ] as const)(
      '%s: 502 bad_gateway for content, thumbnail and folder; nothing is a failure of ours',
      async (_, fault) => {
        const { app, files, fail } = await place()
        const folder = await files.folder('folder')
        const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
        const picture = sharp({ create: { width: 128, height: 128, channels: 3, background: 'blue', noise } })
        const { id } = await files.file(await picture.png().toBuffer(), 'picture.png', folder.id)
        const blob = await app.context.database.one<{ workspace_id: number; blob_key: string }>(sql`
          select workspace_id, blob_key from files.file where id = ${id}`)
        await makeThumbnail.run(blob, app.context)
        fail(everything, fault)
        for (const path of [
          `/files/${id}/content`,
          `/files/${id}/thumbnail`,
          `/folders/${folder.id}/content`,
        ]) {
          const answer = await files.get(path, { range: 'bytes=50-55' })
          expect([path, ...refusalOf(answer)]).toEqual([path, 502, 'bad_gateway'])
          for (const header of ['content-range', 'content-disposition', 'etag'])
            expect(answer.headers).not.toHaveProperty(header)
        }
        expect((await files.call('HEAD', `/files/${id}/content`)).status).toBe(200)
      },
    )

    test('is down: 502 bad_gateway', async () => {
      const { files, shutDown } = await place()
      const { id } = await files.file(storedText, 'x.txt')
      await shutDown()
      expect(refusalOf(await files.get(`/files/${id}/content`))).toEqual([502, 'bad_gateway'])
    })

    test('fails for a moment: requests still succeed', async () => {
      const { files, fail } = await place()
      const { id } = await files.file(storedText, 'x.txt')
      fail(reads, broken, 1)
      expect((await files.get(`/files/${id}/content`)).text).toBe(storedText)
    })

    test.each(['answer breaks', 'answer stalls'] as const)(
      'and an %s in the middle: the download breaks off instead of ending',
      async (kind) => {
        const { app, key, files, fail } = await place()
        const { id } = await files.file(systemRandom.bytes(3_000_000), 'x.bin')
        const origin = app.origin('files')
        await origin.listen({ port: 0, host: '127.0.0.1' })
        const { port } = origin.server.address() as AddressInfo
        fail(reads, { kind, afterBytes: 1_000_000 })
        const headers = { authorization: `Bearer ${key}` }
        const request = get({ port, path: `/api/v1/files/${id}/content`, headers })
        const [answer] = (await once(request, 'response')) as [IncomingMessage]
        expect(answer.headers['content-length']).toBe('3000000')
        await expect(answer.toArray()).rejects.toThrow('aborted')
      },
    )

    test('is down: a page with 502 for the bytes of a link, and the link itself still opens', async () => {
      const { app, files, fail } = await place()
      const text = await files.file(`some text ${storedText}`, 'x.txt')
      const png = await files.file(systemRandom.bytes(inlineBytesMax + 1), 'x.png')
      for (const { id } of [text, png]) await files.post('/shares', { file_id: id })
      const { go } = visitor(app)
      expect((await go('GET', `/sl/${text.id}`)).text).toContain('some text')
      fail(everything, broken)
      for (const path of [`/sl/${text.id}/download`, `/sl/${png.id}/download`, `/sl/${png.id}/preview`]) {
        const answer = await go('GET', path)
        expect([path, answer.status, answer.headers['content-type']]).toEqual([
          path,
          502,
          'text/html; charset=utf-8',
        ])
        expect(answer.text).toContain('Try again in a few minutes.')
      }
      const page = await go('GET', `/sl/${text.id}`)
      expect([page.status, page.text.includes('some text')]).toEqual([200, false])
    })
  })

  describe('writing while the store', () => {
    test.each(outages)('%s: 400 upload_failed, and nothing is kept', async (_, fault) => {
      const { files, fail, kept } = await place()
      const before = await kept()
      fail(writes, fault)
      const small = await files.upload(storedText, 'x.txt')
      expect(refusalOf(small)).toEqual([400, 'upload_failed'])
      const large = await files.upload(systemRandom.bytes(9_000_000), 'large.bin')
      expect(refusalOf(large)).toEqual([400, 'upload_failed'])
      expect(await kept()).toEqual(before)
    })

    test.each(outages)('%s: opening an upload is 502 bad_gateway, and reserves nothing', async (_, fault) => {
      const { fail, uploads, kept } = await place()
      const before = await kept()
      fail(writes, fault)
      expect(refusalOf(await uploads.open('x.bin', 100_000))).toEqual([502, 'bad_gateway'])
      expect(await kept()).toEqual(before)
    })

    test.each(outages)('%s: 400 chunk_rejected, and the chunk can be sent again', async (_, fault) => {
      const { fail, recover, uploads } = await place()
      const bytes = systemRandom.bytes(100_000)
      const upload = await uploads.opened('x.bin', bytes.length)
      fail(parts, fault)
      const refused = await uploads.chunk(upload.upload_key, 0, bytes)
      expect(refusalOf(refused)).toEqual([400, 'chunk_rejected'])
      expect(uploadOf(await uploads.progress(upload.upload_key)).missing_chunks).toEqual([0])
      recover()
      await uploads.send(upload, bytes)
      const { id } = dataOf(await uploads.complete(upload.upload_key))
      expect(bytes.equals((await uploads.files.get(`/files/${id}/content`)).bytes)).toBe(true)
    })

    test.each([
      ['answers 500', broken],
      ['is silent', silence],
    ] as const)('%s: 400 complete_failed, and completing may be repeated', async (_, fault) => {
      const { app, fail, recover, uploads } = await place()
      const bytes = systemRandom.bytes(100_000)
      const upload = await uploads.opened('x.bin', bytes.length)
      await uploads.send(upload, bytes)
      fail(/^POST .*uploadId/, fault)
      expect(refusalOf(await uploads.complete(upload.upload_key))).toEqual([400, 'complete_failed'])
      expect(app.takeErrors()).toHaveLength(1)
      expect((await uploads.files.list()).data).toEqual([])
      recover()
      const { id } = dataOf(await uploads.complete(upload.upload_key))
      expect(bytes.equals((await uploads.files.get(`/files/${id}/content`)).bytes)).toBe(true)
    })

    test.each([
      ['read', reads, broken],
      ['read to the end', reads, { kind: 'answer breaks', afterBytes: 20 }],
      ['written', writes, broken],
    ] as const)(
      'cannot be %s: 400 compress_failed and unzip_failed, and nothing is kept',
      async (_, line, fault) => {
        const { files, fail, kept } = await place()
        const noise = systemRandom.bytes(inlineBytesMax + 1)
        const archive = await files.file(
          sampleZip([{ name: 'a.txt' }, { name: 'b.txt', bytes: noise }]),
          'a.zip',
        )
        const before = await kept()
        fail(line, fault)
        const compressed = await files.call('POST', `/files/${archive.id}/compress`)
        expect(refusalOf(compressed)).toEqual([400, 'compress_failed'])
        const unzipped = await files.call('POST', `/files/${archive.id}/unzip`)
        expect(refusalOf(unzipped)).toEqual([400, 'unzip_failed'])
        expect(await kept()).toEqual(before)
      },
    )
  })
})
