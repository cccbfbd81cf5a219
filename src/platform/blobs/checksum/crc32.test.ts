import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../random.ts'
import { combineCrc32 } from './crc32.ts'

const piecesOf = (bytes: Buffer, lengths: readonly number[]) => {
  let start = 0
  return lengths.map((length) => {
    const piece = bytes.subarray(start, (start += length))
    return { crc32: crc32(piece), sizeBytes: length }
  })
}

describe('the CRC-32 of parts put together', () => {
  test.each([
    [[]],
    [[0]],
    [[1]],
    [[1, 1]],
    [[0, 5, 0]],
    [[100_000, 100_000, 100_000, 3]],
    [[7, 1_000_003, 64, 65_536, 1, 0, 99_999]],
  ])('is that of the whole: lengths %j', (lengths) => {
    const bytes = systemRandom.bytes(lengths.reduce((sum, length) => sum + length, 0))
    expect(combineCrc32(piecesOf(bytes, lengths))).toBe(crc32(bytes))
  })

  test('is that of the whole for 200 random divisions', () => {
    for (let round = 0; round < 200; round += 1) {
      const lengths = Array.from({ length: 8 }, () => Math.floor(systemRandom.fraction() ** 3 * 5_000))
      const bytes = systemRandom.bytes(lengths.reduce((sum, length) => sum + length, 0))
      expect(combineCrc32(piecesOf(bytes, lengths))).toBe(crc32(bytes))
    }
  })

  test('is right beyond 4 GiB', () => {
    const mebibyte = Buffer.alloc(1024 * 1024)
    let expected = 0
    for (let count = 0; count < 5 * 1024; count += 1) expected = crc32(mebibyte, expected)
    const part = { crc32: crc32(Buffer.alloc(1)), sizeBytes: 1 }
    let rest = 0
    for (let count = 0; count < 1024; count += 1) rest = crc32(mebibyte, rest)
    const gibibyte = { crc32: rest, sizeBytes: 1024 ** 3 }
    const five = combineCrc32(Array.from({ length: 5 }, () => gibibyte))
    expect(five).toBe(expected)
    expect(combineCrc32([part, { crc32: five, sizeBytes: 5 * 1024 ** 3 }])).toBe(
      crc32(Buffer.alloc(1), expected),
    )
  })
})
