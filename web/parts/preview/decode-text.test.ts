import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test.each([
  ['UTF-8', Buffer.from('Grüße, 世界 🗂'), 'Grüße, 世界 🗂'],
  ['UTF-8 with a mark', Buffer.from('\u{feff}Hi'), 'Hi'],
  ['UTF-16, little-endian', Buffer.from('\u{feff}Grüße', 'utf16le'), 'Grüße'],
  ['UTF-16, big-endian', Buffer.from('\u{feff}Grüße', 'utf16le').swap16(), 'Grüße'],
  ['Windows-1252', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x80]), 'Grüße €'],
  ['nothing', Buffer.alloc(0), ''],
])('decodes %s', (_name, bytes, text) => {
  expect(decodeText(bytes, false)).toBe(text)
})

test('leaves out a last character that was cut', () => {
  const bytes = Buffer.from('Ende 🗂')
  expect(decodeText(bytes.subarray(0, -2), true)).toBe('Ende ')
})

test('bytes with a zero are not text', () => {
  expect(decodeText(Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00]), false)).toBeUndefined()
})
