import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { packedKey } from '../packed-blobs.ts'
import { inPieces, listed, newBlobKey } from './sources.testing.ts'
import { BlobMissing, type BlobStore } from '../store.ts'

/** What a store promises of packed blobs: blobs within a blob. */
export function describePackedBlobs(opened: () => Promise<BlobStore>): void {
  const bytes = Buffer.from('0123456789')

  async function pack(store: BlobStore): Promise<string> {
    const key = newBlobKey()
    await store.write(key, inPieces(bytes), { bytesMax: bytes.length })
    return key
  }

  test('reads a packed blob as if it were a blob of its own', async () => {
    const store = await opened()
    const key = packedKey(await pack(store), 0, 2, 5)
    const read = async (start: number, end: number) =>
      (await buffer(await store.read(key, { start, end }))).toString()
    expect(await read(0, 4)).toBe('23456')
    for await (const piece of await store.borrow(key, { start: 1, end: 4 }))
      expect(Buffer.from(piece).toString()).toBe('3456')
    expect(await read(1, 1)).toBe('3')
    expect(await read(4, 4)).toBe('6')
    await expect(read(0, 5)).rejects.toThrow('Byte 5 is outside')
  })

  test('reads an empty packed blob, wherever it is', async () => {
    const store = await opened()
    const packKey = await pack(store)
    for (const start of [0, 5, 10]) {
      const key = packedKey(packKey, start, start, 0)
      expect((await buffer(await store.read(key, { start: 0, end: -1 }))).length).toBe(0)
    }
  })

  test('a packed blob of a missing pack is missing', async () => {
    const store = await opened()
    for (const [size, end] of [
      [5, 4],
      [0, -1],
    ] as const) {
      const reading = store.read(packedKey(newBlobKey(), 0, 0, size), { start: 0, end })
      await expect(reading).rejects.toBeInstanceOf(BlobMissing)
    }
  })

  test('removing a packed blob removes nothing; removing the pack removes all', async () => {
    const store = await opened()
    const packKey = await pack(store)
    await store.remove(packedKey(packKey, 0, 0, 5))
    expect(await listed(store)).toMatchObject([{ key: packKey }])
    await store.remove(packKey)
    expect(await listed(store)).toEqual([])
  })

  test('a packed blob cannot be written on its own', async () => {
    const store = await opened()
    const key = packedKey(newBlobKey(), 0, 0, 5)
    await expect(store.write(key, inPieces(bytes), { bytesMax: 10 })).rejects.toThrow(RangeError)
    await expect(store.createParts(key, { sizeBytes: 5, partBytes: 5 })).rejects.toThrow(RangeError)
  })
}
