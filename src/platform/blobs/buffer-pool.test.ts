import { describe, expect, test } from 'vitest'
import { bufferPool } from './buffer-pool.ts'

describe('the pool of buffers', () => {
  test('lends 64 large buffers and small ones beyond, and lends the large ones again', () => {
    const pool = bufferPool()
    const lent = Array.from({ length: 66 }, pool.take)
    const large = lent.filter((buffer) => buffer.length === 524_288)
    expect(large).toHaveLength(64)
    expect(lent[65]).toHaveLength(65_536)
    for (const buffer of lent) pool.give(buffer)
    const again = Array.from({ length: 65 }, pool.take)
    expect(new Set(again.slice(0, 64))).toEqual(new Set(large))
    expect(again[64]).toHaveLength(65_536)
  })

  test('lends large buffers that do not overlap, at whole pages of one piece of memory', () => {
    const pool = bufferPool()
    const lent = Array.from({ length: 64 }, pool.take)
    expect(new Set(lent.map(({ buffer }) => buffer)).size).toBe(1)
    expect(lent.map(({ byteOffset }) => byteOffset)).toEqual(lent.map((_, index) => index * 524_288))
  })
})
