import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { BlobStore } from '../../platform/blobs/store.ts'
import { blobBlocks, blobRange } from './blob-bytes.ts'

const bytes = randomBytes(10_000)

/** A store that returns every blob in pieces of these lengths, over and over. */
function storeOf(content: Buffer, lengths: readonly number[]): BlobStore {
  function* pieces() {
    for (let at = 0, turn = 0; at < content.length; turn++) {
      const length = lengths[turn % lengths.length] as number
      yield content.subarray(at, at + length)
      at += length
    }
  }
  const read = () => Promise.resolve(Readable.from(pieces(), { objectMode: false }))
  return { read, borrow: read } as unknown as BlobStore
}

async function gathered(source: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return chunks
}

describe('the blocks of a blob', () => {
  test.each([[[1]], [[1000]], [[999, 1]], [[3000, 17, 1000]], [[20_000]]])(
    'have the same length in any pieces that the store returns: %j',
    async (lengths) => {
      const blocks = await gathered(blobBlocks(storeOf(bytes, lengths), 'key', bytes.length, 1000))
      expect(blocks.map(({ length }) => length)).toEqual(Array<number>(10).fill(1000))
      expect(Buffer.concat(blocks).equals(bytes)).toBe(true)
    },
  )

  test('stay intact when the store reuses its buffers', async () => {
    async function* lent() {
      const memory = Buffer.alloc(999)
      for (let at = 0; at < bytes.length; at += memory.length)
        yield memory.subarray(0, bytes.copy(memory, 0, at, at + memory.length))
    }
    const store = { borrow: () => Promise.resolve(lent()) } as unknown as BlobStore
    const blocks = await gathered(blobBlocks(store, 'key', bytes.length, 1000))
    expect(Buffer.concat(blocks).equals(bytes)).toBe(true)
  })

  test('end with a shorter one', async () => {
    const blocks = await gathered(blobBlocks(storeOf(bytes, [700]), 'key', bytes.length, 4096))
    expect(blocks.map(({ length }) => length)).toEqual([4096, 4096, 1808])
  })

  test('of an empty blob: none', async () => {
    expect(await gathered(blobBlocks(storeOf(bytes, [1]), 'key', 0, 4096))).toEqual([])
  })
})

describe('a range of a blob', () => {
  test.each([9999, 10_001])('fails when the store returns 10,000 bytes of %i', async (sizeBytes) => {
    const range = blobRange(storeOf(bytes, [3000]), 'key', { start: 0, end: sizeBytes - 1 })
    await expect(gathered(range)).rejects.toThrow('The length of the blob key differs')
  })
})
