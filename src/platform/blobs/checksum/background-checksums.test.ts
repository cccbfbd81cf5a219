import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../random.ts'
import { checksumsInBackground } from './background-checksums.ts'
import { inPieces, thenFails } from '../contract/sources.testing.ts'

const mebibyte = 1024 * 1024

describe('checksums in the background', () => {
  test.each([1, mebibyte, 8 * mebibyte, 9 * mebibyte + 1])('of %i bytes are right', async (sizeBytes) => {
    const bytes = systemRandom.bytes(sizeBytes)
    const right = { sha256: createHash('sha256').update(bytes).digest('hex'), crc32: crc32(bytes) }
    expect(await checksumsInBackground(inPieces(bytes), sizeBytes)).toEqual(right)
  })

  test('are right of large pieces that come in one buffer again and again', async () => {
    const pieceBytes = 3 * mebibyte + 7
    const digest = createHash('sha256')
    async function* reusing(): AsyncGenerator<Buffer> {
      const piece = Buffer.alloc(pieceBytes)
      for (let fill = 0; fill < 10; fill += 1) {
        digest.update(piece.fill(fill))
        yield piece
      }
    }
    const { sha256 } = await checksumsInBackground(reusing(), 10 * pieceBytes)
    expect(sha256).toBe(digest.digest('hex'))
  })

  test('fail with the failure of the source', async () => {
    const source = thenFails(systemRandom.bytes(9 * mebibyte))
    await expect(checksumsInBackground(source, 20 * mebibyte)).rejects.toThrow('The client went away.')
  })
})
