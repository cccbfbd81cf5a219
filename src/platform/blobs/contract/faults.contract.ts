import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemRandom } from '../../random.ts'
import { faultyProxy, type Fault } from './faults.testing.ts'
import type { S3TestServer } from '../s3/server.testing.ts'
import { inPieces, listed, newBlobKey, thenSilent } from './sources.testing.ts'
import { BlobMissing, BlobStoreFull, BlobStoreUnavailable, BlobTooLarge, type BlobStore } from '../store.ts'

const mebibyte = 1024 * 1024
/** Longer than a store on a busy machine takes to keep a few megabytes. */
const idleMs = 1500
const unavailable = { kind: 'status', status: 503, code: 'SlowDown' } as const
const broken = { kind: 'status', status: 500, code: 'InternalError' } as const
const lost = { kind: 'answer lost' } as const
const silence = { kind: 'silence' } as const

const put = /^PUT (?!.*uploadId)/
const get = /^GET .*x-id=GetObject/
const begin = /^POST .*uploads/
const part = /^PUT .*uploadId/
const complete = /^POST .*uploadId/

/** What an S3 store makes of a server that fails, is silent or breaks off. `server` is a real one that works. */
export function describeFaults(server: () => S3TestServer): void {
  /** A store behind a proxy that puts faults in the way, and the same store without it. */
  async function behindFaults() {
    const proxy = await faultyProxy(server().endpoint)
    const prefix = `${systemRandom.base62(12)}/`
    const direct = server().open({ prefix })
    const { store } = server().open({ prefix, endpoint: proxy.endpoint, idleMs })
    onTestFinished(async () => {
      await proxy.close()
      await direct.close()
    })
    return { store, proxy, direct: direct.store }
  }

  describe('S3 blobs with a faulty server', () => {
    describeWriteFaults(behindFaults)
    describePartFaults(behindFaults)
    describeReadFaults(behindFaults)
    describeRefusals(behindFaults)
  })
}

type BehindFaults = () => Promise<{
  store: BlobStore
  proxy: Awaited<ReturnType<typeof faultyProxy>>
  direct: BlobStore
}>

async function expectBytes(store: BlobStore, key: string, bytes: Buffer): Promise<void> {
  const found = await buffer(await store.read(key, { start: 0, end: bytes.length - 1 }))
  expect(bytes.equals(found)).toBe(true)
}

function describeWriteFaults(behindFaults: BehindFaults): void {
  test.each<[string, RegExp, Fault, number]>([
    ['a server that is busy for a moment', put, unavailable, 100_000],
    ['an error of the server', put, broken, 100_000],
    ['a lost answer', put, lost, 100_000],
    ['a silent server', put, silence, 100_000],
    ['an error at the begin of a large blob', begin, broken, 9 * mebibyte],
    ['a silent server in the middle of a large blob', part, silence, 9 * mebibyte],
    ['a lost answer at the end of a large blob', complete, lost, 9 * mebibyte],
  ])('%s does not disturb a write', async (_, line, fault, sizeBytes) => {
    const { store, proxy, direct } = await behindFaults()
    const key = newBlobKey()
    const bytes = systemRandom.bytes(sizeBytes)
    proxy.plan(line, fault)
    await store.write(key, inPieces(bytes), { bytesMax: sizeBytes })
    await expectBytes(direct, key, bytes)
  })

  test('a server that stays away fails a write after a few attempts, and nothing remains', async () => {
    const { store, proxy, direct } = await behindFaults()
    proxy.plan(part, unavailable, Infinity)
    const write = store.write(newBlobKey(), inPieces(Buffer.alloc(9 * mebibyte)), { bytesMax: 9 * mebibyte })
    await expect(write).rejects.toBeInstanceOf(BlobStoreUnavailable)
    expect(proxy.requests.filter((line) => part.test(line)).length).toBeLessThanOrEqual(3)
    expect(await listed(direct)).toEqual([])
  })

  test('an abort ends a write that waits for a silent server', async () => {
    const { store, proxy, direct } = await behindFaults()
    proxy.plan(put, silence, Infinity)
    const abort = new AbortController()
    const { signal } = abort
    const write = store.write(newBlobKey(), inPieces(Buffer.alloc(1000)), { bytesMax: 1000, signal })
    await expect.poll(() => proxy.requests.filter((line) => put.test(line)).length).toBe(1)
    abort.abort(new Error('Enough.'))
    await expect(write).rejects.toThrow('Enough.')
    expect(await listed(direct)).toEqual([])
  })
}

function describePartFaults(behindFaults: BehindFaults): void {
  test.each<[string, Fault]>([
    ['busy', unavailable],
    ['silent', silence],
    ['gone before it answers', lost],
  ])('a part fails when the server is %s, and may be written again', async (_, fault) => {
    const { store, proxy, direct } = await behindFaults()
    const key = newBlobKey()
    const bytes = systemRandom.bytes(3_000_000)
    const reference = await store.createParts(key, { sizeBytes: bytes.length, partBytes: bytes.length })
    const write = () =>
      store.writePart(key, reference, { index: 0, offset: 0, sizeBytes: bytes.length }, inPieces(bytes))
    proxy.plan(part, fault)
    await expect(write()).rejects.toBeInstanceOf(BlobStoreUnavailable)
    const { tag } = await write()
    await store.completeParts(key, reference, { sizeBytes: bytes.length, parts: [{ index: 0, tag }] })
    await expectBytes(direct, key, bytes)
  })

  test('a part whose source is silent ends after the idle time even without a signal', async () => {
    const { store } = await behindFaults()
    const key = newBlobKey()
    const reference = await store.createParts(key, { sizeBytes: 2_000_000, partBytes: 2_000_000 })
    const silent = thenSilent(Buffer.alloc(500_000), () => {})
    const write = store.writePart(key, reference, { index: 0, offset: 0, sizeBytes: 2_000_000 }, silent)
    await expect(write).rejects.toBeInstanceOf(BlobStoreUnavailable)
  })

  test('sealing gets over a lost answer, and over a server that has forgotten the upload since', async () => {
    const { store, proxy, direct } = await behindFaults()
    const key = newBlobKey()
    const reference = await store.createParts(key, { sizeBytes: 1000, partBytes: 1000 })
    const bytes = systemRandom.bytes(1000)
    const whole = { index: 0, offset: 0, sizeBytes: 1000 }
    const { tag } = await store.writePart(key, reference, whole, inPieces(bytes))
    const seal = () => store.completeParts(key, reference, { sizeBytes: 1000, parts: [{ index: 0, tag }] })
    proxy.plan(complete, lost)
    await seal()
    proxy.plan(complete, { kind: 'status', status: 404, code: 'NoSuchUpload' })
    await seal()
    await expectBytes(direct, key, bytes)
  })
}

function describeReadFaults(behindFaults: BehindFaults): void {
  async function written(sizeBytes: number) {
    const { store, proxy, direct } = await behindFaults()
    const key = newBlobKey()
    const bytes = systemRandom.bytes(sizeBytes)
    await direct.write(key, inPieces(bytes), { bytesMax: sizeBytes })
    const read = () => store.read(key, { start: 0, end: sizeBytes - 1 })
    return { key, bytes, store, proxy, read }
  }

  test.each<[string, Fault]>([
    ['an error of the server', broken],
    ['a silent server', silence],
  ])('%s does not disturb a read', async (_, fault) => {
    const { bytes, proxy, read } = await written(200_000)
    proxy.plan(get, fault)
    expect(bytes.equals(await buffer(await read()))).toBe(true)
  })

  test('a server that stays silent fails a read before any byte', async () => {
    const { proxy, read } = await written(1000)
    proxy.plan(get, silence, Infinity)
    await expect(read()).rejects.toBeInstanceOf(BlobStoreUnavailable)
  })

  test.each(['answer breaks', 'answer stalls'] as const)(
    'a read fails when the %s in the middle',
    async (kind) => {
      const { proxy, read } = await written(3_000_000)
      proxy.plan(get, { kind, afterBytes: 1_000_000 })
      await expect(buffer(await read())).rejects.toBeInstanceOf(BlobStoreUnavailable)
    },
  )

  test('a reader who takes a break longer than the idle time gets everything', async () => {
    const { bytes, read } = await written(6_000_000)
    const pieces: Buffer[] = []
    const stream: AsyncIterable<Buffer> = await read()
    for await (const piece of stream) {
      if (pieces.length === 0) await new Promise((resolve) => setTimeout(resolve, 3 * idleMs))
      pieces.push(piece)
    }
    expect(bytes.equals(Buffer.concat(pieces))).toBe(true)
  })

  test('a blob shorter than the range fails before any byte', async () => {
    const { key, store } = await written(1000)
    await expect(store.read(key, { start: 0, end: 1000 })).rejects.toThrow('gave 1000 bytes instead of 1001')
    await expect(store.read(key, { start: 1000, end: 1001 })).rejects.toThrow('InvalidRange')
  })
}

function describeRefusals(behindFaults: BehindFaults): void {
  const writeSmall = (store: BlobStore) =>
    store.write(newBlobKey(), inPieces(Buffer.alloc(10)), { bytesMax: 10 })

  test('a full server is told apart from one that fails', async () => {
    const { store, proxy } = await behindFaults()
    proxy.plan(put, { kind: 'status', status: 403, code: 'QuotaExceeded' })
    await expect(writeSmall(store)).rejects.toBeInstanceOf(BlobStoreFull)
    proxy.plan(put, { kind: 'status', status: 507, code: 'XMinioStorageFull' }, 3)
    await expect(writeSmall(store)).rejects.toBeInstanceOf(BlobStoreFull)
  })

  test('a refusal is neither repeated nor taken for an outage', async () => {
    const { store, proxy } = await behindFaults()
    proxy.plan(put, { kind: 'status', status: 403, code: 'AccessDenied' }, Infinity)
    const failure = await writeSmall(store).catch((error: unknown) => error)
    expect(failure).not.toBeInstanceOf(BlobStoreUnavailable)
    expect(String(failure)).toContain('AccessDenied')
    expect(proxy.requests.filter((line) => put.test(line))).toHaveLength(1)
    await expect(store.check()).rejects.toThrow(/^The S3 bucket blobs cannot be used: .*AccessDenied/)
  })

  test('parts that the protocol cannot take are refused when they are begun', async () => {
    const { store, proxy } = await behindFaults()
    const begun = (sizeBytes: number, partBytes: number) =>
      store.createParts(newBlobKey(), { sizeBytes, partBytes })
    await expect(begun(10 * mebibyte, 5 * mebibyte - 1)).rejects.toThrow(RangeError)
    await expect(begun(10_001 * 5 * mebibyte, 5 * mebibyte)).rejects.toThrow(RangeError)
    expect(proxy.requests).toEqual([])
  })

  test('a part that is too long never becomes whole at the server', async () => {
    const { store } = await behindFaults()
    const key = newBlobKey()
    const reference = await store.createParts(key, { sizeBytes: 100_000, partBytes: 100_000 })
    const long = inPieces(Buffer.alloc(100_001))
    const write = store.writePart(key, reference, { index: 0, offset: 0, sizeBytes: 100_000 }, long)
    await expect(write).rejects.toBeInstanceOf(BlobTooLarge)
    const seal = store.completeParts(key, reference, {
      sizeBytes: 100_000,
      parts: [{ index: 0, tag: '"x"' }],
    })
    await expect(seal).rejects.not.toBeInstanceOf(BlobMissing)
  })
}
