import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../random.ts'
import { inPieces } from '../contract/sources.testing.ts'
import { bufferPool } from '../buffer-pool.ts'
import { gather, untilAborted } from './gather.ts'

const mebibyte = 1024 * 1024

describe('gathering', () => {
  test('gives the same bytes in small buffers as in large ones', async () => {
    const pool = bufferPool()
    for (let taken = 0; taken < 32; taken += 1) pool.take()
    const bytes = systemRandom.bytes(700_001)
    const copy = Buffer.alloc(bytes.length)
    const seal = await gather(inPieces(bytes), { bytesMax: bytes.length, pool }, async (part, offset) => {
      await new Promise(setImmediate)
      part.copy(copy, offset)
    })
    expect(seal.sizeBytes).toBe(bytes.length)
    expect(bytes.equals(copy)).toBe(true)
  })

  test('puts one buffer at a time, and none once the promise is settled', async () => {
    let putting = 0
    let most = 0
    async function* failing(): AsyncGenerator<Buffer> {
      for (let piece = 0; piece < 5; piece += 1) yield systemRandom.bytes(mebibyte)
      throw new Error('The client went away.')
    }
    const gathering = gather(failing(), { bytesMax: 9 * mebibyte, pool: bufferPool() }, async () => {
      most = Math.max(most, ++putting)
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
      putting -= 1
    })
    await expect(gathering).rejects.toThrow('The client went away.')
    expect({ putting, most }).toEqual({ putting: 0, most: 1 })
  })

  test('pulls no more than two buffers ahead of a disk that stands still', async () => {
    let pulled = 0
    async function* counting(): AsyncGenerator<Buffer> {
      for (; pulled < 50; pulled += 1) yield Buffer.alloc(mebibyte)
    }
    const stuck = Promise.withResolvers<void>()
    const gathering = gather(counting(), { bytesMax: 50 * mebibyte, pool: bufferPool() }, () => stuck.promise)
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate)
    expect(pulled).toBeLessThanOrEqual(2)
    stuck.resolve()
    expect((await gathering).sizeBytes).toBe(50 * mebibyte)
  })

  test('rejects with the failure of the disk, also of the last buffer', async () => {
    for (const sizeBytes of [10, 5 * mebibyte]) {
      const put = (): Promise<void> => Promise.reject(new Error('The disk broke.'))
      const gathering = gather(
        inPieces(Buffer.alloc(sizeBytes)),
        { bytesMax: sizeBytes, pool: bufferPool() },
        put,
      )
      await expect(gathering).rejects.toThrow('The disk broke.')
    }
  })
})

describe('pulling until an abort', () => {
  test('leaves no listener on the signal, whether the source ends or the consumer stops', async () => {
    const { signal } = new AbortController()
    for await (const _piece of untilAborted(inPieces(Buffer.alloc(200_000)), signal)) continue
    for await (const _piece of untilAborted(inPieces(Buffer.alloc(200_000)), signal)) break
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
