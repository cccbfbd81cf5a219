import { describe, expect, test } from 'vitest'
import { bufferPool } from './buffer-pool.ts'

describe('the pool of buffers', () => {
  test('lends 32 large buffers and small ones beyond, and lends the large ones again', () => {
    const pool = bufferPool()
    const borrowed = Array.from({ length: 34 }, pool.take)
    const large = borrowed.filter((buffer) => buffer.length === 1_048_576)
    expect(large).toHaveLength(32)
    expect(borrowed[33]).toHaveLength(65_536)
    for (const buffer of borrowed) pool.give(buffer)
    const again = Array.from({ length: 33 }, pool.take)
    expect(new Set(again.slice(0, 32))).toEqual(new Set(large))
    expect(again[32]).toHaveLength(65_536)
  })

  test('lends spare buffers while half of the large ones are free, and then none until some come back', () => {
    const pool = bufferPool()
    const borrowed = Array.from({ length: 15 }, pool.take)
    expect(pool.takeSpare()).toHaveLength(1_048_576)
    expect(pool.takeSpare()).toBeUndefined()
    expect(pool.take()).toHaveLength(1_048_576)
    for (const buffer of borrowed) pool.give(buffer)
    expect(pool.takeSpare()).toHaveLength(1_048_576)
  })

  test('lends large buffers that do not overlap, in one piece of memory', () => {
    const pool = bufferPool()
    const borrowed = Array.from({ length: 32 }, pool.take)
    expect(new Set(borrowed.map(({ buffer }) => buffer)).size).toBe(1)
    expect(borrowed.map(({ byteOffset }) => byteOffset)).toEqual(
      borrowed.map((_, index) => index * 1_048_576),
    )
  })
})
