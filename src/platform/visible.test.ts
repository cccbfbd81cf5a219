import { describe, expect, test } from 'vitest'
import { visible } from './visible.ts'

describe('text from outside', () => {
  test.each([
    ['escape sequences', '\u001B[2J', String.raw`\u001B[2J`],
    ['their one-byte forms', '\u009B2J\u009D0;title\u009C', String.raw`\u009B2J\u009D0;title\u009C`],
    ['what deletes and returns', '\u007F\b\r\0', String.raw`\u007F\u0008\u000D\u0000`],
    [
      'what turns the direction',
      '\u061C\u200E\u200F\u202A\u202E\u2066\u2069',
      String.raw`\u061C\u200E\u200F\u202A\u202E\u2066\u2069`,
    ],
    ['separators', '\u0085\u2028\u2029', String.raw`\u0085\u2028\u2029`],
  ])('shows %s', (_name, text, shown) => {
    expect(visible(text)).toBe(shown)
    const json = JSON.stringify({ text })
    expect(JSON.parse(visible(json))).toEqual({ text })
  })

  test('stays as it is otherwise', () => {
    const text = 'Zażółć\n\t👩‍💻 क्षि ▀▄ שלום\n'
    expect(visible(text)).toBe(text)
  })
})
