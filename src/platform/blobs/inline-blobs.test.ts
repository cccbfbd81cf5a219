import { buffer } from 'node:stream/consumers'
import { expect, describe, test } from 'vitest'
import { systemRandom } from '../random.ts'
import { inPieces, newBlobKey } from './contract/sources.testing.ts'
import { inlineKey, withInlineBlobs } from './inline-blobs.ts'
import { blobKeyPattern, BlobMissing, type BlobStore } from './store.ts'

/** A store that fails at everything, behind the inline blobs of a table. */
function setUp(inline: Readonly<Record<string, string>>) {
  const unasked = (): never => expect.unreachable('asked the store of an inline blob')
  const store = {
    read: unasked,
    borrow: unasked,
    write: unasked,
    createParts: unasked,
    remove: unasked,
    pathOf: unasked,
  }
  return withInlineBlobs(store as unknown as BlobStore, async (key) => {
    const text = inline[key]
    return text === undefined ? undefined : Buffer.from(text)
  })
}

describe('an inline blob', () => {
  const key = inlineKey(systemRandom)
  const store = setUp({ [key]: '0123456789' })

  test('has a key like any other', () => {
    expect(key).toMatch(blobKeyPattern)
  })

  test('is read and borrowed as if the store had it, in whole and in ranges', async () => {
    for (const [start, end, text] of [
      [0, 9, '0123456789'],
      [2, 4, '234'],
      [9, 9, '9'],
      [0, -1, ''],
    ] as const) {
      expect((await buffer(await store.read(key, { start, end }))).toString()).toBe(text)
      const borrowed: string[] = []
      for await (const piece of await store.borrow(key, { start, end })) borrowed.push(String(piece))
      expect(borrowed).toEqual(text === '' ? [] : [text])
    }
    await expect(store.read(key, { start: 0, end: 10 })).rejects.toThrow('Byte 10 is outside')
  })

  test('that has no row is missing', async () => {
    const missing = inlineKey(systemRandom)
    for (const read of [store.read, store.borrow])
      await expect(read(missing, { start: 0, end: 0 })).rejects.toThrow(BlobMissing)
  })

  test('is not written or removed by the store, and is not a file of its own', async () => {
    await expect(store.write(key, inPieces(Buffer.from('x')), { bytesMax: 9 })).rejects.toThrow(RangeError)
    await expect(store.createParts(key, { sizeBytes: 1, partBytes: 1 })).rejects.toThrow(RangeError)
    await store.remove(key)
    expect(store.pathOf?.(key)).toBeUndefined()
  })

  test('does not keep others from the store', async () => {
    const other = newBlobKey()
    const asked: string[] = []
    const remove = async (removed: string): Promise<void> => void asked.push(removed)
    await withInlineBlobs({ remove } as unknown as BlobStore, async () => undefined).remove(other)
    expect(asked).toEqual([other])
  })
})
