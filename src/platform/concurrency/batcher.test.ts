import { describe, expect, test } from 'vitest'
import { silentLog } from '../../../test/log.ts'
import { Batcher, type BatcherOptions } from './batcher.ts'

/** Sums by key. Writes fail while `isAway`, and are counted. */
function open(options: Partial<BatcherOptions<string, number>> = {}) {
  const state = { isAway: false, failures: 0 }
  const batches: Record<string, number>[] = []
  const batcher = new Batcher<string, number>({
    name: 'sums',
    log: silentLog,
    delayMs: 1,
    merge: (older, newer) => older + newer,
    write: async (batch) => {
      await Promise.resolve()
      if (state.isAway) {
        state.failures += 1
        throw new Error('away')
      }
      batches.push(Object.fromEntries(batch))
    },
    ...options,
  })
  return { state, batches, batcher }
}

describe('a batcher', () => {
  test('merges values of one key and writes all keys together', async () => {
    const { batches, batcher } = open()
    for (const key of ['a', 'b', 'a']) batcher.add(key, 1)
    await expect.poll(() => batches).toEqual([{ a: 2, b: 1 }])
    expect(batcher.has('a')).toBe(false)
  })

  test('writes values that arrive during a write with the next batch', async () => {
    const gate = Promise.withResolvers<void>()
    const batches: Record<string, number>[] = []
    const { batcher } = open({
      write: async (batch) => {
        batches.push(Object.fromEntries(batch))
        await gate.promise
      },
    })
    batcher.add('a', 1)
    await expect.poll(() => batches).toEqual([{ a: 1 }])
    batcher.add('a', 10)
    expect(batcher.unwritten('a')).toEqual([1, 10])
    gate.resolve()
    await expect.poll(() => batches).toEqual([{ a: 1 }, { a: 10 }])
  })

  test('writes a failed batch again, merged with newer values', async () => {
    const { state, batches, batcher } = open()
    state.isAway = true
    batcher.add('a', 1)
    await expect.poll(() => state.failures).toBe(1)
    batcher.add('a', 1)
    batcher.add('b', 1)
    state.isAway = false
    await expect.poll(() => batches).toEqual([{ a: 2, b: 1 }])
  })

  test('drops a batch after the given number of failures', async () => {
    const { state, batches, batcher } = open({ attemptsMax: 1 })
    state.isAway = true
    batcher.add('a', 1)
    await expect.poll(() => batcher.has('a')).toBe(false)
    state.isAway = false
    batcher.add('b', 1)
    await expect.poll(() => batches).toEqual([{ b: 1 }])
  })

  test('keeps batches within their size, and keys within their number', async () => {
    const { batches, batcher } = open({ batchMax: 2, keysMax: 3 })
    for (const key of ['a', 'b', 'c', 'd', 'a']) batcher.add(key, 1)
    await expect.poll(() => batches).toEqual([{ a: 2, b: 1 }, { c: 1 }])
  })

  test('writes the rest when it is closed, also after failures', async () => {
    const { state, batches, batcher } = open({ delayMs: 60_000 })
    batcher.add('a', 1)
    state.isAway = true
    const closed = batcher.close()
    await expect.poll(() => state.failures).toBeGreaterThan(1)
    state.isAway = false
    await closed
    expect(batches).toEqual([{ a: 1 }])
  })
})
