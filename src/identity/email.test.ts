import { describe, expect, test } from 'vitest'
import { parseEmail } from './email.ts'

describe('parseEmail', () => {
  test.each([
    ['ann@example.com', 'ann@example.com'],
    ['  Ann@Example.COM\n', 'ann@example.com'],
    ['ann+tag@example.com', 'ann+tag@example.com'],
    ['first.last@sub.example.co.uk', 'first.last@sub.example.co.uk'],
    ['1@example.travel', '1@example.travel'],
    ["o'neil@example.com", "o'neil@example.com"],
    ['ann@BÜCHER.example', 'ann@xn--bcher-kva.example'],
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
    ['ann@例え。jp', 'ann@xn--r8jz45g.jp'],
    ['e\u{301}@example.com', 'é@example.com'],
    ['r&d@example.com', 'r&d@example.com'],
    ['a@1.example', 'a@1.example'],
  ])('takes %j as %s', (typed, email) => {
    expect(parseEmail(typed)).toBe(email)
  })

  test.each([
    '',
    ' ',
    'plain',
    '@',
    'a@',
    '@example.com',
    'a@@example.com',
    'a@b@example.com',
    'a@example',
    'a@example.',
    'a@.example.com',
    'a@example..com',
    'a@-',
    'a@-example.com',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@2130706433',
    'a@0x7f.1',
    'a@0177.0.0.1',
    'a@１２７.１',
    'a@1.0x',
    'a@example.123',
    'a@example.com/evil',
    'a@exam/ple.com',
    'a@example.com?x',
    'a@example.com#x',
    'a@example.com\\x',
    'a@example.com:25',
    'a@example.com／x',
    'a@exam\u{34f}ple.com',
    'a\u{3164}@example.com',
    'a@exa_mple.com',
    'a@exa%6dple.com',
    'a b@example.com',
    'a@exa mple.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    '"a"@example.com',
    'a,b@example.com',
    'a@example.com,b@example.com',
    'Ann <a@example.com>',
    'a\r\n@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a\0@example.com',
    'a\u{7f}@example.com',
    'a\u{200b}@example.com',
    'a\u{202e}@example.com',
    'a\u{a0}b@example.com',
  ])('refuses %j', (typed) => {
    expect(parseEmail(typed)).toBeUndefined()
  })

  test('takes 64 bytes before the @ and 254 in all', () => {
    const domain = `${'b'.repeat(60)}.${'b'.repeat(60)}.${'b'.repeat(60)}`
    const local = 'a'.repeat(64)
    const fitting = `${local}@${domain}.${'c'.repeat(254 - 64 - 2 - domain.length)}`
    expect(fitting).toHaveLength(254)
    expect(parseEmail(fitting)).toBe(fitting)
    expect(parseEmail(`${fitting}c`)).toBeUndefined()
    expect(parseEmail(`${local}a@example.com`)).toBeUndefined()
    expect(parseEmail(`${'é'.repeat(33)}@example.com`)).toBeUndefined()
  })
})
