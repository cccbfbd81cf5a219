import { describe, expect, test } from 'vitest'
import { chunkAt, chunkBytesOf, chunkCount, idleSince, indexIn, missingChunks } from './rules.ts'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

describe('the size of chunks', () => {
  test.each([
    [1, 5],
    [gibibyte, 5],
    [gibibyte + 1, 16],
    [20 * gibibyte, 16],
    [20 * gibibyte + 1, 32],
    [100 * gibibyte, 32],
  ])('of %d bytes is %d MiB', (size, mebibytes) => expect(chunkBytesOf(size)).toBe(mebibytes * mebibyte))

  test('keeps the largest upload below the 10,000 parts of S3', () => {
    const sizes = [gibibyte, 20 * gibibyte, 100 * gibibyte]
    for (const size of sizes) expect(chunkCount(size, chunkBytesOf(size))).toBeLessThan(10_000)
  })
})

describe('a chunk', () => {
  const upload = { size: 25, chunk_size: 10 }

  test('has the full size, except the last', () => {
    expect([0, 1, 2].map((index) => chunkAt(upload, index))).toEqual([
      { offset: 0, sizeBytes: 10 },
      { offset: 10, sizeBytes: 10 },
      { offset: 20, sizeBytes: 5 },
    ])
    expect(chunkAt({ size: 20, chunk_size: 10 }, 1)).toEqual({ offset: 10, sizeBytes: 10 })
  })

  test.each([
    ['0', 0],
    ['007', 7],
    ['4294967296', 2_147_483_647],
    ['9'.repeat(400), 2_147_483_647],
  ])('is numbered by digits: %s', (text, index) => expect(indexIn(text)).toBe(index))

  test.each([undefined, '', ' ', '-1', '+1', '1.5', '1e0', '0x0', '٣', 'NaN', '0,1', '1 '])(
    'is not numbered by %j',
    (text) => expect(indexIn(text)).toBeUndefined(),
  )
})

describe('missing chunks', () => {
  test('are the indexes below the total that have not arrived', () => {
    expect(missingChunks(4, [])).toEqual([0, 1, 2, 3])
    expect(missingChunks(4, [1, 3])).toEqual([0, 2])
    expect(missingChunks(2, [0, 1])).toEqual([])
  })
})

describe('an idle upload', () => {
  test('is one without activity for 7 days', () => {
    expect(idleSince(new Date('2026-03-08T00:00:00Z'))).toEqual(new Date('2026-03-01T00:00:00Z'))
  })
})
