import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

/** Lends one buffer again and again, as an upload does. */
async function* lent(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(100)
  for (const piece of pieces) yield buffer.subarray(0, buffer.write(piece))
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += Buffer.from(piece).toString()
  return text
}

describe('reading ahead', () => {
  test('has all bytes up to the limit, and one more is still to be read', async () => {
    expect(await readAhead({ bytes: lent('12', '345', '6') }, 6)).toEqual({ whole: Buffer.from('123456') })
    expect(await readAhead({ bytes: lent() }, 6)).toEqual({ whole: Buffer.alloc(0) })
    const ahead = await readAhead({ bytes: lent('12', '345', '67', '89') }, 6)
    expect('unread' in ahead && (await textOf(ahead.unread))).toBe('123456789')
  })

  test('destroys the stream when who reads on breaks off', async () => {
    const stream = Readable.from(['12345', '67', '89'].map((piece) => Buffer.from(piece)))
    const ahead = await readAhead({ bytes: stream }, 3)
    if (!('unread' in ahead)) expect.unreachable()
    for await (const piece of ahead.unread) {
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
    await expect(readAhead({ bytes: failing() }, 5)).rejects.toThrow('gone')
    const ahead = await readAhead({ bytes: failing() }, 4)
    await expect('unread' in ahead && textOf(ahead.unread)).rejects.toThrow('gone')
  })
})
