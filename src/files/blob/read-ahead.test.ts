import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { BodyMemory } from '../../platform/http/body-memory.ts'
import { PermitRefused } from '../../platform/concurrency/fair-limiter.ts'
import { readAhead } from './read-ahead.ts'

/** Lends one buffer again and again, as an upload does. */
async function* lent(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(100)
  for (const piece of pieces) yield buffer.subarray(0, buffer.write(piece))
}

const memory = new BodyMemory({ bytesMax: 100, networkBytesMax: 50 })
const ahead = (file: Parameters<typeof readAhead>[0], bytesMax: number) =>
  readAhead(file, bytesMax, memory.from('192.0.2.1'))

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += Buffer.from(piece).toString()
  return text
}

describe('reading ahead', () => {
  test('has all bytes up to the limit, and one more is still to be read', async () => {
    expect(await ahead({ bytes: lent('12', '345', '6') }, 6)).toEqual({ whole: Buffer.from('123456') })
    expect(await ahead({ bytes: lent() }, 6)).toEqual({ whole: Buffer.alloc(0) })
    const read = await ahead({ bytes: lent('12', '345', '67', '89') }, 6)
    expect('unread' in read && (await textOf(read.unread))).toBe('123456789')
  })

  test('destroys the stream when its reader stops', async () => {
    const stream = Readable.from(['12345', '67', '89'].map((piece) => Buffer.from(piece)))
    const read = await ahead({ bytes: stream }, 3)
    if (!('unread' in read)) expect.unreachable()
    for await (const piece of read.unread) {
      expect(String(piece)).toBe('12345')
      break
    }
    expect(stream.destroyed).toBe(true)
  })

  test('fails as the bytes do, before the limit and beyond it', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('12345')
      throw new Error('gone')
    }
    await expect(ahead({ bytes: failing() }, 5)).rejects.toThrow('gone')
    const read = await ahead({ bytes: failing() }, 4)
    await expect('unread' in read && textOf(read.unread)).rejects.toThrow('gone')
  })

  test('is refused when all bodies hold too much memory, and releases its own', async () => {
    const pieces = Array.from({ length: 6 }, () => 'x'.repeat(10))
    await expect(ahead({ bytes: lent(...pieces, 'x') }, 100)).rejects.toThrow(PermitRefused)
    expect(memory.bytes).toBe(0)
  })
})
