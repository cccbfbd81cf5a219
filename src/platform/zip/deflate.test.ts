import { readdirSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compresses, deflateBlock, packBlock, streamEnd } from './deflate.ts'

const text = Buffer.from(
  Array.from({ length: 40_000 }, (_, line) => `line ${line * 7} of the text\n`).join(''),
)

describe('blocks', () => {
  test('made apart are one stream together', async () => {
    const cuts = [0, 1, 100, 300_000, 300_001, text.length]
    const blocks = cuts.slice(1).map((end, index) => deflateBlock(text.subarray(cuts[index], end)))
    const stream = Buffer.concat([...(await Promise.all(blocks)), streamEnd])
    expect(inflateRawSync(stream).equals(text)).toBe(true)
  })

  test('stand alone, whatever their compressor had before', async () => {
    const blocks = Array.from({ length: 20 }, (_, index) =>
      text.subarray(index * 1000, index * 1000 + 50_000),
    )
    const made = await Promise.all(blocks.map(deflateBlock))
    for (const [index, block] of blocks.entries())
      expect(inflateRawSync(Buffer.concat([made[index] as Buffer, streamEnd])).equals(block)).toBe(true)
  })

  test('stay as they are when the next ones are made', async () => {
    const first = await deflateBlock(text.subarray(0, 1000))
    const copy = Buffer.from(first)
    for (let turn = 0; turn < 30; turn++) await deflateBlock(randomBytes(100_000))
    expect(first.equals(copy)).toBe(true)
  })

  test('are whole wherever the room for what comes out ends, and some need more of it', async () => {
    // Noise comes out as long as it went in, so all of these end near the same place.
    for (let length = 520_000; length < 530_000; length += 331) {
      const noise = randomBytes(length)
      expect(inflateRawSync(Buffer.concat([await deflateBlock(noise), streamEnd])).equals(noise)).toBe(true)
    }
  })

  test('larger than the room for what comes out are whole', async () => {
    const noise = randomBytes(2_000_000)
    const deflated = await deflateBlock(noise)
    expect(inflateRawSync(Buffer.concat([deflated, streamEnd])).equals(noise)).toBe(true)
  })

  test('that are not compressed stand among others, and at the end', async () => {
    const noise = randomBytes(200_000)
    for (const first of [noise, noise.subarray(0, 65_535), noise.subarray(0, 65_536), noise.subarray(0, 1)]) {
      const joined = Buffer.concat([
        await deflateBlock(text),
        packBlock(first),
        await deflateBlock(text),
        packBlock(first),
        streamEnd,
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

describe.runIf(process.platform === 'linux')('the threads that deflate', () => {
  test('run with a low priority, and the program with its own', async () => {
    await deflateBlock(text)
    const names = readdirSync('/proc/self/task')
    const priorities = names.map((name) => getPriority(Number(name)))
    expect(priorities).toContain(constants.priority.PRIORITY_BELOW_NORMAL)
    expect(getPriority(process.pid)).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL)
  })
})
