import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { systemRandom } from '../../random.ts'
import { inPieces, listed, newBlobKey, thenFails, thenSilent } from './sources.testing.ts'
import { combineCrc32 } from '../checksum/crc32.ts'
import { BlobMissing, blobKeyOf, BlobPartIncomplete, BlobTooLarge } from '../store.ts'
import type { BlobPart, BlobStore, WrittenPart } from '../store.ts'

const mebibyte = 1024 * 1024
/** The smallest that S3 takes. */
const partBytes = 5 * mebibyte

/** A blob that was begun: its bytes, its parts and the calls on them. */
async function begun(store: BlobStore, sizeBytes = 2 * partBytes + 1_234_567) {
  const key = newBlobKey()
  const bytes = systemRandom.bytes(sizeBytes)
  const reference = await store.createParts(key, { sizeBytes, partBytes })
  const parts: BlobPart[] = []
  for (let offset = 0; offset < sizeBytes; offset += partBytes)
    parts.push({ index: parts.length, offset, sizeBytes: Math.min(partBytes, sizeBytes - offset) })
  const bytesOf = ({ offset, sizeBytes: length }: BlobPart) => bytes.subarray(offset, offset + length)
  const part = (index: number): BlobPart => parts[index] ?? expect.unreachable()
  const write = (index: number, source?: AsyncIterable<Uint8Array>, signal?: AbortSignal) =>
    store.writePart(key, reference, part(index), source ?? inPieces(bytesOf(part(index))), {
      ...(signal && { signal }),
    })
  const seal = (seals: readonly WrittenPart[]) => {
    const written = seals.map(({ tag }, index) => ({ index, tag }))
    return store.completeParts(key, reference, { sizeBytes, parts: written })
  }
  const abandon = () => store.abortParts(key, reference)
  return { key, bytes, reference, parts, bytesOf, part, write, seal, abandon }
}

async function expectBytes(store: BlobStore, key: string, bytes: Buffer): Promise<void> {
  const found = await buffer(await store.read(key, { start: 0, end: bytes.length - 1 }))
  expect(bytes.equals(found)).toBe(true)
}

/** What every store promises of blobs that come in parts. */
export function describeParts(opened: () => Promise<BlobStore>): void {
  describeWhole(opened)
  describeBrokenParts(opened)
  describeAbandoning(opened)
}

function describeWhole(opened: () => Promise<BlobStore>): void {
  test('parts that come together in any order make the blob, with a checksum for each', async () => {
    const store = await opened()
    const { key, bytes, parts, bytesOf, write, seal } = await begun(store)
    const backwards = await Promise.all(parts.toReversed().map(({ index }) => write(index)))
    const seals = backwards.toReversed()
    for (const part of parts) expect(seals[part.index]?.crc32).toBe(crc32(bytesOf(part)))
    const sums = parts.map(({ index, sizeBytes }) => ({ crc32: seals[index]?.crc32 ?? 0, sizeBytes }))
    expect(combineCrc32(sums)).toBe(crc32(bytes))
    await expect(store.read(key, { start: 0, end: 0 })).rejects.toBeInstanceOf(BlobMissing)
    await seal(seals)
    await expectBytes(store, key, bytes)
    expect(await listed(store)).toMatchObject([{ key, unfinished: false }])
  })

  test.each([1, partBytes])('a blob of %i bytes is one part', async (sizeBytes) => {
    const store = await opened()
    const { key, bytes, write, seal } = await begun(store, sizeBytes)
    await seal([await write(0)])
    await expectBytes(store, key, bytes)
  })

  test('sealing again is harmless', async () => {
    const store = await opened()
    const { key, bytes, write, seal } = await begun(store, 1000)
    const seals = [await write(0)]
    await seal(seals)
    await seal(seals)
    await expectBytes(store, key, bytes)
  })

  test('a part keeps its bytes when the source uses one buffer again and again', async () => {
    const store = await opened()
    const { key, write, seal } = await begun(store, 4_000_000)
    async function* reusing(): AsyncGenerator<Buffer> {
      const piece = Buffer.alloc(100_000)
      for (let fill = 0; fill < 40; fill += 1) yield piece.fill(fill)
    }
    await seal([await write(0, reusing())])
    const expected = Buffer.concat(Array.from({ length: 40 }, (_, fill) => Buffer.alloc(100_000, fill)))
    await expectBytes(store, key, expected)
  })
}

function describeBrokenParts(opened: () => Promise<BlobStore>): void {
  test('a part that ends early, runs over, fails or is aborted leaves the others and may come again', async () => {
    const store = await opened()
    const { key, bytes, part, bytesOf, write, seal } = await begun(store)
    const first = await write(0)
    const right = bytesOf(part(1))
    await expect(write(1, inPieces(right.subarray(1)))).rejects.toBeInstanceOf(BlobPartIncomplete)
    await expect(write(1, inPieces(Buffer.alloc(0)))).rejects.toBeInstanceOf(BlobPartIncomplete)
    const tooLong = Buffer.concat([right, Buffer.alloc(1)])
    await expect(write(1, inPieces(tooLong))).rejects.toBeInstanceOf(BlobTooLarge)
    await expect(write(1, thenFails(right.subarray(0, 900_000)))).rejects.toThrow('The client went away.')
    const abort = new AbortController()
    const silent = thenSilent(right.subarray(0, 900_000), () => abort.abort(new Error('Enough.')))
    await expect(write(1, silent, abort.signal)).rejects.toThrow('Enough.')
    await expect(write(1, inPieces(right), abort.signal)).rejects.toThrow('Enough.')
    const others = [await write(1, inPieces(right)), await write(2)]
    await seal([first, ...others])
    await expectBytes(store, key, bytes)
  })

  test('a part that was written with other bytes before has those of the last time', async () => {
    const store = await opened()
    const { key, bytes, write, seal } = await begun(store, 700_000)
    await write(0, inPieces(Buffer.alloc(700_000)))
    await seal([await write(0)])
    await expectBytes(store, key, bytes)
  })

  test.each([
    { index: -1, offset: 0, sizeBytes: 1 },
    { index: 0, offset: -1, sizeBytes: 1 },
    { index: 0, offset: 0, sizeBytes: 0 },
    { index: 0, offset: 0.5, sizeBytes: 1 },
  ])('refuses %j as a part', async (part) => {
    const store = await opened()
    const write = store.writePart(newBlobKey(), '', part, inPieces(Buffer.alloc(1)))
    await expect(write).rejects.toThrow(RangeError)
    await expect(store.createParts(newBlobKey(), { sizeBytes: 0, partBytes: 1 })).rejects.toThrow(RangeError)
  })
}

function describeAbandoning(opened: () => Promise<BlobStore>): void {
  test('an unfinished blob is listed under its key with a suffix, and removing that abandons it', async () => {
    const store = await opened()
    const { key, write } = await begun(store)
    await write(0)
    const [found, ...others] = await listed(store)
    expect(others).toEqual([])
    expect(found?.unfinished).toBe(true)
    expect(blobKeyOf(found?.key ?? '')).toBe(key)
    await store.remove(found?.key ?? '')
    await store.remove(found?.key ?? '')
    expect(await listed(store)).toEqual([])
    await expect(write(1)).rejects.toBeInstanceOf(BlobMissing)
  })

  test('an abandoned blob is gone, takes no parts, cannot be sealed and can be abandoned again', async () => {
    const store = await opened()
    const { write, seal, abandon } = await begun(store, 2000)
    const written = await write(0)
    await abandon()
    await abandon()
    expect(await listed(store)).toEqual([])
    await expect(write(0)).rejects.toBeInstanceOf(BlobMissing)
    await expect(seal([written])).rejects.toBeInstanceOf(BlobMissing)
  })

  test('abandoning leaves a sealed blob alone', async () => {
    const store = await opened()
    const { key, bytes, write, seal, abandon } = await begun(store, 2000)
    await seal([await write(0)])
    await abandon()
    await expectBytes(store, key, bytes)
  })

  test('a part that is still being written when the blob is abandoned does not count', async () => {
    const store = await opened()
    const { bytes, write, abandon } = await begun(store, 2_000_000)
    async function* abandonedMeanwhile(): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, 1_000_000)
      await abandon()
      yield bytes.subarray(1_000_000)
    }
    await expect(write(0, abandonedMeanwhile())).rejects.toBeInstanceOf(BlobMissing)
    expect(await listed(store)).toEqual([])
  })
}
