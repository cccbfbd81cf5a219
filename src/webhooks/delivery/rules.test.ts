import { describe, expect, test } from 'vitest'
import { excerptCharactersMax, excerptOf, isPastLastAttempt, nextAttemptAt, resultOf } from './rules.ts'

const at = new Date('2026-01-02T03:04:05.000Z')
const pausesMin = (fraction: number) =>
  [1, 2, 3, 4, 5, 6].map((attempts) => {
    const next = nextAttemptAt(attempts, at, fraction)
    return next && (next.getTime() - at.getTime()) / 60_000
  })

describe('nextAttemptAt', () => {
  test('is 1 min, 5 min, 15 min, 1 h and 6 h after failures, then never', () => {
    expect(pausesMin(0)).toEqual([1, 5, 15, 60, 360, null])
  })

  test('is a little late, by half a minute at most', () => {
    expect(pausesMin(1)).toEqual([1.05, 5.25, 15.5, 60.5, 360.5, null])
  })
})

test('a claim after the sixth is not an attempt', () => {
  expect([1, 6, 7].map(isPastLastAttempt)).toEqual([false, false, true])
})

describe('excerptOf', () => {
  test.each([
    ['nothing', Buffer.alloc(0), ''],
    ['short text', Buffer.from('Grüße 🪝'), 'Grüße 🪝'],
    ['long text, by character and not by byte', Buffer.from('🪝'.repeat(2000)), '🪝'.repeat(1024)],
    [
      'bytes that are no text',
      Buffer.from([0xff, 0x41, 0, 0xed, 0xa0, 0x80]),
      '\uFFFDA\uFFFD\uFFFD\uFFFD\uFFFD',
    ],
  ])('of %s', (_what, bytes, expected) => expect(excerptOf(bytes)).toBe(expected))

  test('has at most 1,024 characters of well-formed text without NUL, whatever the bytes', () => {
    for (let byte = 0; byte < 256; byte++) {
      const text = excerptOf(Buffer.alloc(64 * 1024, Buffer.from([byte, 0xf0, 0x9f, byte])))
      expect(Array.from(text).length).toBeLessThanOrEqual(excerptCharactersMax)
      expect([text.isWellFormed(), text.includes('\0')]).toEqual([true, false])
    }
  })
})

describe('resultOf', () => {
  test.each([200, 204, 299])('%i is delivered', (status) =>
    expect(resultOf(status)).toEqual({ status, error: null }),
  )

  test('anything else is not, and a redirect says that it is not followed', () => {
    expect(resultOf(199).error).toBe('The receiver answered 199 instead of 2xx.')
    expect(resultOf(308).error).toBe('The receiver answered 308 instead of 2xx. Redirects are not followed.')
  })
})
