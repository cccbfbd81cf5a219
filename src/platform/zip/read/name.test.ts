import { describe, expect, test } from 'vitest'
import { cleanPath, decodeName } from './name.ts'
import { unicodePathField } from './samples.testing.ts'

const utf8Flag = 0x0800
const field = (raw: Buffer, name: string) => ({ id: 0x7075, data: unicodePathField(raw, name).subarray(4) })

describe('the name of an entry', () => {
  test('is UTF-8 where the flag says so', () => {
    expect(decodeName(Buffer.from('dé😀'), utf8Flag, [])).toBe('dé😀')
  })

  test('is UTF-8 without the flag, where the bytes are that', () => {
    expect(decodeName(Buffer.from('größe.txt'), 0, [])).toBe('größe.txt')
  })

  test('is code page 437 where the bytes are not UTF-8, with or without the flag', () => {
    const raw = Buffer.from([0x67, 0x72, 0x94, 0xe1, 0x65])
    expect(decodeName(raw, 0, [])).toBe('größe')
    expect(decodeName(raw, utf8Flag, [])).toBe('größe')
    const upper = Buffer.from(Array.from({ length: 128 }, (_, index) => 0x80 + index))
    expect(decodeName(upper, 0, [])).toHaveLength(128)
    expect(decodeName(Buffer.from([0xff]), 0, [])).toBe('\u{a0}')
  })

  test('is that of the extra field, unless the entry was renamed since', () => {
    const raw = Buffer.from([0x84, 0x2e, 0x74])
    expect(decodeName(raw, 0, [field(raw, 'ä.t')])).toBe('ä.t')
    expect(decodeName(raw, 0, [field(Buffer.from('other'), 'old.t')])).toBe('ä.t')
    expect(decodeName(raw, 0, [{ id: 0x7075, data: Buffer.from([1, 2]) }])).toBe('ä.t')
  })

  test('is found among thousands of extra fields without a checksum of its bytes for each of them', () => {
    const raw = Buffer.alloc(60_000, 0xff)
    const wrong = field(Buffer.from('other'), 'old.t')
    const fields = [...Array.from({ length: 5000 }, () => wrong), field(raw, 'ä.t')]
    const heldMs = Array.from({ length: 5 }, () => {
      const startedMs = performance.now()
      expect(decodeName(raw, 0, fields)).toBe('ä.t')
      return performance.now() - startedMs
    })
    // A hundred and more when the checksum is computed each time.
    expect(Math.min(...heldMs)).toBeLessThan(20)
  })

  test('keeps a byte order mark and control characters for others to judge', () => {
    expect(decodeName(Buffer.from('\u{feff}a\n'), utf8Flag, [])).toBe('\u{feff}a\n')
  })
})

describe('a cleaned path', () => {
  test.each([
    ['a/b.txt', ['a', 'b.txt'], false],
    ['a/b/', ['a', 'b'], true],
    ['../../etc/passwd', ['etc', 'passwd'], false],
    ['/etc/passwd', ['etc', 'passwd'], false],
    ['C:\\Windows\\x.txt', ['Windows', 'x.txt'], false],
    ['c:/x', ['x'], false],
    ['b:notes.txt', ['b:notes.txt'], false],
    ['\\\\server\\share\\x', ['server', 'share', 'x'], false],
    ['dir\\', ['dir'], true],
    ['a/../b', ['a', 'b'], false],
    ['a//./b', ['a', 'b'], false],
    ['a/..', ['a'], true],
    ['..\\..\\x', ['x'], false],
    ['...', ['...'], false],
    ['', [], false],
    ['/', [], true],
    ['../', [], true],
  ])('of %j stays inside', (name, parts, folder) => {
    expect(cleanPath(name)).toEqual({ parts, folder })
  })
})
