import { describe, expect, test } from 'vitest'
import { nameInMail, quotedName } from './name-in-mail.ts'

describe('a name that somebody chose, in a mail to somebody else', () => {
  test.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Conor O’Brien-Ng & Sons, Ltd.', 'Conor O’Brien-Ng & Sons, Ltd.'],
    ['J. R. R. Tolkien', 'J. R. R. Tolkien'],
    ['Zoë Ångström', 'Zoë Ångström'],
    ['株式会社 山田', '株式会社 山田'],
    ['می‌خواهم', 'می‌خواهم'],
    ['Studio 54 👩‍🚀', 'Studio 54 👩‍🚀'],
  ])('stays as it is: %s', (name, shown) => {
    expect(nameInMail(name)).toBe(shown)
  })

  test.each([
    ['https://evil.example/login', 'https evil example login'],
    ['www.evil.example', 'www evil example'],
    ['evil。example', 'evil example'],
    ['ｅｖｉｌ．example', 'evil example'],
    ['evil․example', 'evil example'],
    ['eve@evil.example', 'eve evil example'],
    ['<a href="x">Acme</a>', 'a href x Acme a'],
    ['[Acme](http://x.example)', 'Acme http x example'],
  ])('makes no link: %s', (name, shown) => {
    expect(nameInMail(name)).toBe(shown)
  })

  test('makes no telephone number', () => {
    expect(nameInMail('Refunds 1-800-555-0199')).toBe('Refunds ---')
    expect(nameInMail('Refunds １８００５５５０１９９')).toBe('Refunds')
    expect(nameInMail('Class of 2026')).toBe('Class of 2026')
  })

  test('makes no line, no hidden text and no other direction', () => {
    expect(nameInMail('Acme\r\nBcc: eve\u2028x\u0000y')).toBe('Acme Bcc eve x y')
    expect(nameInMail('Acme\u202Etxt.exe\u202C\u200B\uFEFF')).toBe('Acme txt exe')
    expect(nameInMail(`A${'\u0301'.repeat(5000)}`)).toBe('Á\u0301\u0301')
  })

  test('makes no sentence of its own, and does not leave its quotation marks', () => {
    expect(quotedName('Acme”. Your account is locked! Call us. “', 'a team')).toBe(
      '“Acme Your account is locked Call us.”',
    )
    expect(quotedName('Attention... you won?', 'a team')).toBe('“Attention you won”')
  })

  test('has at most 60 signs', () => {
    expect(nameInMail('x'.repeat(60))).toBe('x'.repeat(60))
    expect(nameInMail('👋'.repeat(61))).toBe(`${'👋'.repeat(59)}…`)
    expect(nameInMail('x'.repeat(10_000))).toHaveLength(60)
  })

  test('is replaced when nothing of it is left', () => {
    expect(nameInMail(' \r\n@@!!… ')).toBeUndefined()
    expect(quotedName('12345678', 'an organization')).toBe('an organization')
  })
})
