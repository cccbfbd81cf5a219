import { describe, expect, test } from 'vitest'
import { blockedExtensionsDefault } from './blocked-extensions.ts'
import { extensionOf, fold, isName, mediaTypeOf, requireAllowedType, shownShare } from './rules.ts'

describe('names', () => {
  test.each([
    'übung äöü ß',
    '日本語',
    '😀 👩‍👩‍👧',
    '.hidden',
    'two  spaces',
    'quote " and \'',
    'CON',
    '__proto__',
    'name%2Fencoded',
  ])('takes %j as it is', (name) => expect(isName(name)).toBe(true))

  test.each([
    '',
    ' ',
    '\u00a0\u2003',
    '.',
    '..',
    'a/b',
    'a\\b',
    'a\0b',
    'a\nb',
    'a\u001fb',
    'a\u007fb',
    'a\u0085b',
    'invoice\u202Efdp.txt',
    ...Array.from('\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069', (override) => `a${override}b`),
  ])('refuses %j', (name) => expect(isName(name)).toBe(false))

  test('counts code points, not UTF-16 units: 255 are accepted, 256 are not', () => {
    expect(isName('😀'.repeat(255))).toBe(true)
    expect(isName('😀'.repeat(256))).toBe(false)
  })

  test('ignores case and composition in comparisons', () => {
    expect(fold('ÜBUNG')).toBe(fold('übung'))
    expect(fold('e\u0301')).toBe(fold('É'))
    expect(fold('a')).not.toBe(fold('b'))
  })

  test.each([
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος', 'οδοσ'],
    ['Ὀδυσσεύς', 'ὈΔΥΣΣΕΎΣ'],
    ['ﬁle', 'FILE'],
    ['ﬃ', 'ffi'],
    ['İzmir', 'i\u0307zmir'],
    ['ﬅ', 'ﬆ'],
    ['ſ', 'S'],
    ['K', 'k'],
    ['Å', 'å'],
    ['µ', 'μ'],
    ['և', 'ԵՒ'],
    ['ᾳ', 'ΑΙ'],
    ['\u1f80\u0323', 'ᾈ\u0323'],
    ['Ꭰ', 'ꭰ'],
    ['\u{10400}', '\u{10428}'],
  ])('are compared by full case folding: %s is %s', (a, b) => expect(fold(a)).toBe(fold(b)))

  test('are folded once and for all, and a dotless ı stays apart from i', () => {
    for (const name of ['ΣΑΣ ß ﬃ İ ǰ ΐ ᾷ', 'ı', 'a\u0345\u0301']) expect(fold(fold(name))).toBe(fold(name))
    expect(fold('ı')).not.toBe(fold('i'))
    expect(fold('ı')).not.toBe(fold('I'))
  })
})

describe('extensions and media types', () => {
  test.each([
    ['Note.TXT', 'txt'],
    ['a.b.c', 'c'],
    ['archive.tar.gz', 'gz'],
    ['none', ''],
    ['.hidden', ''],
    ['dot.', ''],
    ['Mr. Smith', ''],
    [`x.${'y'.repeat(33)}`, ''],
  ])('the extension of %j is %j', (name, extension) => expect(extensionOf(name)).toBe(extension))

  test.each([
    ['Note.TXT', 'text/plain'],
    ['a.png', 'image/png'],
    ['a.nobodyknowsthis', 'application/octet-stream'],
    ['png', 'application/octet-stream'],
    ['.png', 'application/octet-stream'],
    ['a.__proto__', 'application/octet-stream'],
  ])('the media type of %j is %j', (name, mediaType) => expect(mediaTypeOf(name)).toBe(mediaType))
})

describe('blocked file types', () => {
  const blocked = new Set(blockedExtensionsDefault)

  test.each([
    'x.exe',
    'x.EXE',
    'x.php.txt',
    'x.txt.bat',
    'x.exe.',
    'x.exe ',
    'x.exe. .',
    'x.asp::$DATA',
    '.htaccess',
    'x. exe',
  ])('refuses %j', (name) =>
    expect(() => requireAllowedType(name, blocked)).toThrow(
      expect.objectContaining({ code: 'file_type_blocked' }),
    ),
  )

  test.each(['exe', 'x.txt', 'executive.summary.pdf', 'php notes.md', 'x.exes'])('takes %j', (name) => {
    expect(() => requireAllowedType(name, blocked)).not.toThrow()
  })
})

describe('a share as it is shown', () => {
  const now = new Date('2026-03-04T05:06:07Z')
  const share = {
    share_status: 'limited',
    shared_with: ['a@example.com', 'b@example.com'],
    share_password_protected: true,
    share_expires_at: new Date('2026-03-04T05:06:08Z'),
  } as const

  test('is active until its expiry', () => {
    expect(shownShare(share, now)).toEqual({
      share_status: 'limited',
      share_active: true,
      shared_with: 'a@example.com,b@example.com',
      share_password_protected: true,
      share_expires_at: '2026-03-04T05:06:08.000Z',
    })
  })

  test('is private from the instant of its expiry, and reveals nothing of its settings', () => {
    expect(shownShare(share, share.share_expires_at)).toEqual({
      share_status: 'private',
      share_active: false,
      shared_with: null,
      share_password_protected: false,
      share_expires_at: null,
    })
  })

  test('of a public link has no addresses', () => {
    const open = { ...share, share_status: 'public', shared_with: [], share_expires_at: null } as const
    expect(shownShare(open, now)).toMatchObject({
      share_active: true,
      shared_with: null,
      share_expires_at: null,
    })
  })
})
