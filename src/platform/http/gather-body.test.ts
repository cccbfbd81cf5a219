import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { PermitRefused } from '../concurrency/fair-limiter.ts'
import { BodyMemory } from './body-memory.ts'
import { gatherBody, type BodyLimits } from './gather-body.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** A body under way, and what becomes of it. */
function gathering(limits: BodyLimits) {
  const source = new PassThrough({ highWaterMark: 1024 ** 2 })
  const request = Object.assign(source, { headers: {} }) as unknown as IncomingMessage
  return { source, body: gatherBody(request, limits) }
}

function usedBytes(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('a body that is gathered', () => {
  test('is what was sent, however it was cut', async () => {
    for (const cuts of [[], [5], [1, 1, 1], [3, 70_000, 1, 9], [0, 4]]) {
      const { source, body } = gathering({ bytesMax: 100_000 })
      const pieces = cuts.map((length, at) => Buffer.alloc(length, at + 65))
      for (const piece of pieces) source.write(piece)
      source.end()
      expect((await body).equals(Buffer.concat(pieces))).toBe(true)
    }
  })

  test('takes little more memory than its bytes, also when each comes as a piece of its own', async () => {
    const { source, body } = gathering({ bytesMax: 1024 ** 2 })
    const before = usedBytes()
    for (let sent = 0; sent < 200_000; sent++) {
      source.write(Buffer.alloc(1, 'x'))
      if (sent % 1000 === 0) await new Promise(setImmediate)
    }
    await new Promise(setImmediate)
    expect(usedBytes() - before).toBeLessThan(10 * 1024 ** 2)
    source.end()
    expect((await body).length).toBe(200_000)
  })

  test('is refused when it falls below the least pace, although it never stops', async () => {
    const { source, body } = gathering({ bytesMax: 1000, throughputMin: { bytesMin: 10, windowMs: 100 } })
    const timer = setInterval(() => source.write('x'), 30)
    await expect(body).rejects.toMatchObject({ reason: 'too_slow' })
    clearInterval(timer)
  })

  test('is refused when bodies hold too much memory together, and gives its own back', async () => {
    const memory = new BodyMemory({ bytesMax: 1000, networkBytesMax: 600 })
    const [small, large] = ['192.0.2.1', '192.0.2.2'].map((address) =>
      gathering({ bytesMax: 1000, room: memory.from(address) }),
    ) as [ReturnType<typeof gathering>, ReturnType<typeof gathering>]
    small.source.write(Buffer.alloc(100))
    large.source.write(Buffer.alloc(300))
    large.source.write(Buffer.alloc(301))
    await expect(large.body).rejects.toThrow(PermitRefused)
    large.source.write(Buffer.alloc(500))
    await new Promise(setImmediate)
    expect(memory.bytes).toBe(100)
    small.source.end()
    expect((await small.body).length).toBe(100)
    expect(memory.bytes).toBe(0)
  })

  test('gives its memory back when its sender leaves', async () => {
    const memory = new BodyMemory({ bytesMax: 1000, networkBytesMax: 600 })
    const { source, body } = gathering({ bytesMax: 1000, room: memory.from('192.0.2.1') })
    source.write(Buffer.alloc(100))
    await new Promise(setImmediate)
    expect(memory.bytes).toBe(100)
    source.destroy()
    await expect(body).rejects.toThrow('cut off')
    expect(memory.bytes).toBe(0)
  })
})
