import { describe, expect, test } from 'vitest'
import { detachAfterUse } from './detach.ts'

async function* each(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

describe('pieces that are detached', () => {
  test('are there until the next one is asked for, and hold no memory then', async () => {
    const pieces = [Buffer.alloc(100_000, 1), Buffer.alloc(200_000, 2)]
    const seen: number[][] = []
    for await (const _piece of detachAfterUse(each(...pieces))) seen.push(pieces.map(({ length }) => length))
    expect(seen).toEqual([
      [100_000, 200_000],
      [0, 200_000],
    ])
    expect(pieces.map(({ length }) => length)).toEqual([0, 0])
  })

  test('stay when they are a part of memory that holds other bytes', async () => {
    const whole = Buffer.alloc(100, 7)
    for await (const piece of detachAfterUse(each(whole.subarray(0, 99)))) expect(piece).toHaveLength(99)
    expect(whole.every((byte) => byte === 7)).toBe(true)
  })
})
