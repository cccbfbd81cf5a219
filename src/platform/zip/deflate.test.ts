import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compresses, deflateBlock, packBlock, windowBytes } from './deflate.ts'

const text = Buffer.from(
  Array.from({ length: 40_000 }, (_, line) => `line ${line * 7} of the text\n`).join(''),
)

describe('blocks', () => {
  test('made apart are one stream together', async () => {
    const cuts = [0, 100, 300_000, 300_001, text.length]
    const blocks = cuts.slice(1).map((end, index) => {
      const start = cuts[index] as number
      const before = start > 0 ? text.subarray(Math.max(0, start - windowBytes), start) : undefined
      return deflateBlock(text.subarray(start, end), { before, last: end === text.length })
    })
    expect(inflateRawSync(Buffer.concat(await Promise.all(blocks))).equals(text)).toBe(true)
  })

  test('use what stands before them', async () => {
    const block = randomBytes(16_000)
    const alone = await deflateBlock(block, { last: true })
    const known = await deflateBlock(block, { before: block, last: true })
    expect(known.length).toBeLessThan(alone.length / 10)
  })

  test('that are not compressed stand among others, and at the end', async () => {
    const noise = randomBytes(200_000)
    for (const first of [noise, noise.subarray(0, 65_535), noise.subarray(0, 65_536), noise.subarray(0, 1)]) {
      const joined = Buffer.concat([
        await deflateBlock(text, { last: false }),
        packBlock(first, false),
        await deflateBlock(text, { before: first.subarray(-windowBytes), last: false }),
        packBlock(first, true),
      ])
      expect(inflateRawSync(joined).equals(Buffer.concat([text, first, text, first]))).toBe(true)
    }
  })

  test('compress when they hold text and not when they hold noise', async () => {
    expect(await compresses(text)).toBe(true)
    expect(await compresses(text.subarray(0, 300))).toBe(true)
    expect(await compresses(randomBytes(300_000))).toBe(false)
    expect(await compresses(randomBytes(10))).toBe(false)
  })
})
