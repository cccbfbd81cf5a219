import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemRandom } from '../../random.ts'
import { describeParts } from './parts.contract.ts'
import { describePackedBlobs } from './packed-blobs.contract.ts'
import { inPieces, listed, newBlobKey, thenFails, thenSilent } from './sources.testing.ts'
import { BlobMissing, BlobTooLarge, type BlobStore } from '../store.ts'

/** An empty store of its own for one test. */
export interface OpenedStore {
  readonly store: BlobStore
  /** Removes the store with all it holds. */
  readonly close: () => Promise<void>
}

const mebibyte = 1024 * 1024

async function bytesOf(store: BlobStore, key: string, start: number, end: number): Promise<Buffer> {
  return buffer(await store.read(key, { start, end }))
}

/** What every blob store promises. `open` gives an empty store for each test. */
export function describeBlobStore(name: string, open: () => Promise<OpenedStore>): void {
  async function opened(): Promise<BlobStore> {
    const { store, close } = await open()
    onTestFinished(close)
    return store
  }

  describe(name, () => {
    describeWriting(opened)
    describeReading(opened)
    describeInterruption(opened)
    describeRefusal(opened)
    describeKeeping(opened)
    describeParts(opened)
    describePackedBlobs(opened)
  })
}

function describeWriting(opened: () => Promise<BlobStore>): void {
  test.each([0, 1, mebibyte - 1, mebibyte, mebibyte + 1, 20 * mebibyte])(
    'gives back %i bytes as they were written, with their size and checksums',
    async (sizeBytes) => {
      const store = await opened()
      const key = newBlobKey()
      const bytes = systemRandom.bytes(sizeBytes)
      const seal = await store.write(key, inPieces(bytes), { bytesMax: sizeBytes })
      expect(seal).toEqual({
        sizeBytes,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        crc32: crc32(bytes),
      })
      expect(bytes.equals(await bytesOf(store, key, 0, sizeBytes - 1))).toBe(true)
      expect(await store.sizeOf(key)).toBe(sizeBytes)
      expect(await store.sizeOf(newBlobKey())).toBeUndefined()
    },
  )

  test('keeps the bytes when the source uses one buffer again and again', async () => {
    const store = await opened()
    const key = newBlobKey()
    async function* reusing(): AsyncGenerator<Buffer> {
      const piece = Buffer.alloc(100_000)
      for (let fill = 0; fill < 40; fill += 1) yield piece.fill(fill)
    }
    await store.write(key, reusing(), { bytesMax: 4_000_000 })
    const bytes = await bytesOf(store, key, 0, 3_999_999)
    const expected = Buffer.concat(Array.from({ length: 40 }, (_, fill) => Buffer.alloc(100_000, fill)))
    expect(bytes.equals(expected)).toBe(true)
  })

  test('writes 20 blobs at once without mixing their bytes', async () => {
    const store = await opened()
    const blobs = Array.from({ length: 20 }, () => ({
      key: newBlobKey(),
      bytes: systemRandom.bytes(2_500_000),
    }))
    const write = async ({ key, bytes }: { key: string; bytes: Buffer }): Promise<string> =>
      (await store.write(key, inPieces(bytes), { bytesMax: bytes.length })).sha256
    const sums = await Promise.all(blobs.map(write))
    for (const [index, { key, bytes }] of blobs.entries()) {
      expect(sums[index]).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(bytes.equals(await bytesOf(store, key, 0, bytes.length - 1))).toBe(true)
    }
  })
}

function describeReading(opened: () => Promise<BlobStore>): void {
  test('reads any range, both ends included', async () => {
    const store = await opened()
    const key = newBlobKey()
    const bytes = systemRandom.bytes(3 * mebibyte)
    await store.write(key, inPieces(bytes), { bytesMax: bytes.length })
    for (const [start, end] of [
      [0, 0],
      [1, 9],
      [mebibyte - 1, mebibyte],
      [700_001, 2_900_007],
      [bytes.length - 1, bytes.length - 1],
    ] as const) {
      expect(bytes.subarray(start, end + 1).equals(await bytesOf(store, key, start, end))).toBe(true)
    }
  })

  test('lends any range in pieces that stay as they are until the next one is asked for', async () => {
    const store = await opened()
    const key = newBlobKey()
    const bytes = systemRandom.bytes(3 * mebibyte)
    await store.write(key, inPieces(bytes), { bytesMax: bytes.length })
    for (const [start, end] of [
      [0, -1],
      [0, 0],
      [700_001, 2_900_007],
      [0, bytes.length - 1],
    ] as const) {
      let at = start
      for await (const piece of await store.borrow(key, { start, end })) {
        await new Promise(setImmediate)
        expect(bytes.subarray(at, at + piece.length).equals(piece)).toBe(true)
        at += piece.length
      }
      expect(at).toBe(end + 1)
    }
  })

  test('lends again what a borrower broke off, and to several at once', async () => {
    const store = await opened()
    const key = newBlobKey()
    const bytes = systemRandom.bytes(4 * mebibyte)
    await store.write(key, inPieces(bytes), { bytesMax: bytes.length })
    const range = { start: 0, end: bytes.length - 1 }
    const copyOf = async (): Promise<Buffer> => {
      const pieces: Buffer[] = []
      for await (const piece of await store.borrow(key, range)) pieces.push(Buffer.from(piece))
      return Buffer.concat(pieces)
    }
    for await (const _piece of await store.borrow(key, range)) break
    const copies = await Promise.all(Array.from({ length: 5 }, copyOf))
    expect(copies.every((copy) => copy.equals(bytes))).toBe(true)
  })

  test('stops reading when the stream is destroyed', async () => {
    const store = await opened()
    const key = newBlobKey()
    await store.write(key, inPieces(systemRandom.bytes(8 * mebibyte)), { bytesMax: 8 * mebibyte })
    const stream = await store.read(key, { start: 0, end: 8 * mebibyte - 1 })
    for await (const _piece of stream) break
    expect(stream.destroyed).toBe(true)
  })

  test('reading a missing blob is rejected before any byte, an empty range included', async () => {
    const store = await opened()
    await expect(store.read(newBlobKey(), { start: 0, end: 9 })).rejects.toBeInstanceOf(BlobMissing)
    await expect(store.read(newBlobKey(), { start: 0, end: -1 })).rejects.toBeInstanceOf(BlobMissing)
    await expect(store.borrow(newBlobKey(), { start: 0, end: 9 })).rejects.toBeInstanceOf(BlobMissing)
  })
}

function describeInterruption(opened: () => Promise<BlobStore>): void {
  test('passes on the failure of the source and keeps nothing', async () => {
    const store = await opened()
    const source = thenFails(systemRandom.bytes(3 * mebibyte))
    const write = store.write(newBlobKey(), source, { bytesMax: 20 * mebibyte })
    await expect(write).rejects.toThrow('The client went away.')
    expect(await listed(store)).toEqual([])
  })

  test('an abort ends a write whose source is silent and keeps nothing', async () => {
    const store = await opened()
    const abort = new AbortController()
    const source = thenSilent(systemRandom.bytes(3 * mebibyte), () => abort.abort(new Error('Enough.')))
    const write = store.write(newBlobKey(), source, { bytesMax: 20 * mebibyte, signal: abort.signal })
    await expect(write).rejects.toThrow('Enough.')
    expect(await listed(store)).toEqual([])
  })

  test('a signal that is aborted already stops the write before the source is touched', async () => {
    const store = await opened()
    let touched = false
    async function* source(): AsyncGenerator<Buffer> {
      touched = true
      yield Buffer.alloc(1)
    }
    const signal = AbortSignal.abort(new Error('Too late.'))
    await expect(store.write(newBlobKey(), source(), { bytesMax: 1, signal })).rejects.toThrow('Too late.')
    expect(touched).toBe(false)
    expect(await listed(store)).toEqual([])
  })
}

function describeRefusal(opened: () => Promise<BlobStore>): void {
  test('one byte more than allowed is too large, ends the source and leaves nothing', async () => {
    const store = await opened()
    let ended = false
    async function* source(): AsyncGenerator<Buffer> {
      try {
        yield* inPieces(systemRandom.bytes(2 * mebibyte + 1))
      } finally {
        ended = true
      }
    }
    const write = store.write(newBlobKey(), source(), { bytesMax: 2 * mebibyte })
    await expect(write).rejects.toBeInstanceOf(BlobTooLarge)
    expect(ended).toBe(true)
    expect(await listed(store)).toEqual([])
  })

  test.each([
    '',
    'short',
    '../../../../etc/passwd',
    '/etc/passwd-0123456789',
    'a'.repeat(65),
    `${'a'.repeat(20)}/..`,
  ])('refuses %j as a key', async (key) => {
    const store = await opened()
    await expect(store.write(key, inPieces(Buffer.from('x')), { bytesMax: 1 })).rejects.toThrow(RangeError)
    await expect(store.read(key, { start: 0, end: 0 })).rejects.toThrow(RangeError)
    await expect(store.borrow(key, { start: 0, end: 0 })).rejects.toThrow(RangeError)
    await expect(store.remove(key)).rejects.toThrow(RangeError)
  })
}

function describeKeeping(opened: () => Promise<BlobStore>): void {
  test('lists every blob once', async () => {
    const store = await opened()
    const keys = Array.from({ length: 30 }, newBlobKey)
    for (const key of keys) await store.write(key, inPieces(Buffer.from(key)), { bytesMax: 64 })
    const found = await listed(store)
    expect(found.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    expect(found.every(({ unfinished }) => !unfinished)).toBe(true)
  })

  test('a removed blob is gone, and removing it again is harmless', async () => {
    const store = await opened()
    const key = newBlobKey()
    await store.write(key, inPieces(Buffer.from('x')), { bytesMax: 1 })
    await store.remove(key)
    await store.remove(key)
    await expect(store.read(key, { start: 0, end: 0 })).rejects.toBeInstanceOf(BlobMissing)
    expect(await listed(store)).toEqual([])
  })

  test('a check of a store that works says nothing and leaves nothing', async () => {
    const store = await opened()
    await store.check()
    expect(await listed(store)).toEqual([])
  })
}
