import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../random.ts'
import { bufferPool } from '../buffer-pool.ts'
import { gather } from '../local/gather.ts'
import { inPieces } from '../contract/sources.testing.ts'
import { checksumsBeside } from './checksums-beside.ts'

const mebibyte = 1024 * 1024

async function gathered(bytes: Buffer, pool = bufferPool()) {
  const beside = checksumsBeside()
  await gather(inPieces(bytes), { bytesMax: bytes.length, pool, beside }, () => Promise.resolve())
  const sums = await beside.result()
  beside.close()
  return sums
}

const right = (bytes: Buffer) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  crc32: crc32(bytes),
})

describe('checksums beside the writing', () => {
  test.each([0, 1, 300_000, mebibyte, 9 * mebibyte + 1])('of %i bytes are right', async (sizeBytes) => {
    const bytes = systemRandom.bytes(sizeBytes)
    expect(await gathered(bytes)).toEqual(right(bytes))
  })

  test('of many at once, in shared and in copied memory, do not mix', async () => {
    const pool = bufferPool()
    for (let taken = 0; taken < 28; taken += 1) pool.take()
    const all = Array.from({ length: 8 }, (_, index) => systemRandom.bytes((index + 1) * mebibyte))
    const sums = await Promise.all(all.map((bytes) => gathered(bytes, pool)))
    expect(sums).toEqual(all.map(right))
  })
})
