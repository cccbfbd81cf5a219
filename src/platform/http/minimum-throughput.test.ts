import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { withMinimumThroughput, type MinimumThroughput } from './minimum-throughput.ts'

const throughputMin: MinimumThroughput = { bytesMin: 10, windowMs: 100 }
const slow = () => new Error('Too slow.')

async function* sending(pieces: number, pieceBytes: number, everyMs: number) {
  for (let piece = 0; piece < pieces; piece++) {
    await delay(everyMs)
    yield Buffer.alloc(pieceBytes)
  }
}

async function read(bytes: AsyncIterable<Uint8Array>, pauseMs = 0): Promise<number> {
  let seen = 0
  for await (const piece of withMinimumThroughput(bytes, throughputMin, slow)) {
    seen += piece.length
    await delay(pauseMs)
  }
  return seen
}

describe('a sender', () => {
  test('who keeps the least pace is let go on for ever', async () => {
    expect(await read(sending(20, 5, 15))).toBe(100)
  })

  test('who falls below the least pace is ended, although he never stops', async () => {
    await expect(read(sending(1000, 1, 30))).rejects.toThrow('Too slow.')
  })

  test('who is silent is ended', async () => {
    await expect(read(sending(1, 1, 60_000))).rejects.toThrow('Too slow.')
  })

  test('is not slow while nobody waits for him', async () => {
    expect(await read(sending(5, 1, 1), 60)).toBe(5)
  })
})
