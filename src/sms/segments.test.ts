import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countSegments, unicodeCharacter } from './segments.ts'

describe('segments', () => {
  test.each([
    ['160 GSM characters', 'a'.repeat(160), 1],
    ['161 GSM characters', 'a'.repeat(161), 2],
    ['306 GSM characters', 'a'.repeat(306), 2],
    ['307 GSM characters', 'a'.repeat(307), 3],
    ['1,600 GSM characters', 'a'.repeat(1600), 11],
    ['1,600 extension characters', '€'.repeat(1600), 22],
    ['1,600 UCS-2 characters', 'я'.repeat(1600), 24],
    ['1,600 emoji', '😀'.repeat(1600), 49],
    ['80 euro signs', '€'.repeat(80), 1],
    ['81 euro signs', '€'.repeat(81), 2],
    ['a euro sign on the border', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['70 Cyrillic characters', 'я'.repeat(70), 1],
    ['71 Cyrillic characters', 'я'.repeat(71), 2],
    ['an emoji on the border', `${'я'.repeat(66)}😀${'я'.repeat(66)}`, 3],
    ['an emoji before the border', `${'я'.repeat(66)}😀${'я'.repeat(65)}`, 2],
    ['158 characters and CR LF', `${'a'.repeat(158)}\r\n`, 1],
    ['159 characters and CR LF', `${'a'.repeat(159)}\r\n`, 2],
    ['an accented letter outside of GSM', `${'a'.repeat(70)}ç`, 2],
    ['160 digits', '1'.repeat(160), 1],
    ['161 digits', '1'.repeat(161), 2],
    ['307 digits', '1'.repeat(307), 3],
    ['459 digits', '1'.repeat(459), 3],
    ['460 digits', '1'.repeat(460), 4],
    ['an emoji and 68 digits', `😜${'1'.repeat(68)}`, 1],
    ['an emoji and 69 digits', `😜${'1'.repeat(69)}`, 2],
    ['an emoji and 133 digits', `😜${'1'.repeat(133)}`, 3],
    ['35 emoji', '😀'.repeat(35), 1],
    ['36 emoji', '😀'.repeat(36), 2],
    ['134 Cyrillic characters', 'я'.repeat(134), 2],
    ['135 Cyrillic characters', 'я'.repeat(135), 3],
    ['158 characters and a euro sign', `${'a'.repeat(158)}€`, 1],
    ['159 characters and a euro sign', `${'a'.repeat(159)}€`, 2],
    ['a flag', '🇩🇪', 1],
    ['a flag of joined emoji', '🏳️‍🌈', 1],
    ['a letter with three accents', 'e\u0301\u0301\u0301', 1],
    ['a letter with 1,599 accents', `e${'\u0301'.repeat(1599)}`, 24],
    ['a letter with 66 accents, which has a segment of its own', `xe${'\u0301'.repeat(66)}яяя`, 3],
    ['a letter with 67 accents, which no segment holds', `xe${'\u0301'.repeat(67)}яя`, 3],
    ['an emoji that its joined emoji push over the border', '👩‍'.repeat(40), 2],
    ['a family that would straddle the border, kept together', `${'я'.repeat(60)}👩‍👩‍👧‍👦${'я'.repeat(56)}`, 2],
  ])('%s', (_what, body, count) => {
    expect(countSegments(body)).toBe(count)
  })

  test.each(Array.from('^{}\\[]~|€\f'))('the extension character %j takes two units of 160', (character) => {
    expect(countSegments(`${'a'.repeat(158)}${character}`)).toBe(1)
    expect(countSegments(`${'a'.repeat(159)}${character}`)).toBe(2)
  })

  test.each(Array.from('éñÇèùìòØøÅåÄÖÜäöüßÆæ¿¡£¥§¤ΔΦΓΛΩΠΨΣΘΞ'))(
    '%s is one of 160 GSM characters',
    (character) => {
      expect(countSegments(`${'a'.repeat(159)}${character}`)).toBe(1)
      expect(countSegments(`${'a'.repeat(160)}${character}`)).toBe(2)
    },
  )

  test.each(Array.from('çáíóúâêîôûÀÁÈÊÍÓÚõã`\t\u{A0}“”’…–'))(
    '%j is outside of GSM, so that a segment has 70',
    (character) => {
      expect(countSegments(`${'a'.repeat(69)}${character}`)).toBe(1)
      expect(countSegments(`${'a'.repeat(70)}${character}`)).toBe(2)
    },
  )

  test('are those of a model that walks over the code units', () => {
    const piece = fc.oneof(
      fc.constantFrom('a', ' ', '1', '\r\n', '\r', '\n', 'é', 'Δ', '@', '\u{1B}'),
      fc.constantFrom('€', '[', '~', '\f'),
      fc.constantFrom('я', 'ç', '中', '\u0301', '\u200D', '😀', '👩‍👩‍👧‍👦', '🇩🇪', '🇩', '각', 'नि'),
      fc.integer({ min: 1, max: 200 }).map((count) => `e${'\u0301'.repeat(count)}`),
      fc.integer({ min: 1, max: 80 }).map((count) => '👩‍'.repeat(count)),
      fc.integer({ min: 1, max: 160 }).map((count) => 'a'.repeat(count)),
      fc.string({ unit: 'binary' }),
    )
    const only = (pattern: RegExp) => (text: string) => text.replaceAll(pattern, 'x')
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(fc.oneof(text, text.map(only(/[^a \r\n1éΔ@€[~\f]/gu))), (body) => {
        expect(countSegments(body)).toBe(modelCount(body))
      }),
      { numRuns: 300 },
    )
  })

  test('never are more than 255 of 1,600 characters', () => {
    const cluster = fc.integer({ min: 1, max: 80 }).map((count) => `😀${'\u{1F3FD}'.repeat(count)}`)
    fc.assert(
      fc.property(
        fc.array(fc.oneof(cluster, fc.constantFrom('я', '😀', 'a')), { minLength: 200 }),
        (pieces) => {
          expect(countSegments(Array.from(pieces.join('')).slice(0, 1600).join(''))).toBeLessThanOrEqual(255)
        },
      ),
      { numRuns: 100 },
    )
  })
})

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('\f^{}\\[~]|€')

/** Cuts where the units are used up, or before the character that people would see in two halves, if there is one. */
function modelCount(body: string): number {
  const isGsm = Array.from(body).every((each) => basic.has(each) || extension.has(each))
  const sizes = Array.from({ length: body.length }, (_, at) =>
    isGsm && extension.has(body.charAt(at)) ? 2 : 1,
  )
  const upTo = [0]
  for (const size of sizes) upTo.push((upTo.at(-1) ?? 0) + size)
  const sum = (from: number, to: number) => (upTo[to] ?? 0) - (upTo[from] ?? 0)
  if (sum(0, body.length) <= (isGsm ? 160 : 70)) return 1
  const starts = [...new Intl.Segmenter('en').segment(body)].map(({ index }) => index)
  let parts = 0
  for (let at = 0; at < body.length; parts++) {
    let end = at
    while (end < body.length && sum(at, end + 1) <= (isGsm ? 153 : 67)) end++
    const start = starts.findLast((index) => index <= end) ?? 0
    const isPair = (body.codePointAt(end - 1) ?? 0) > 0xff_ff
    if (end < body.length && start > at) end = start
    else if (end < body.length && isPair) end--
    at = end
  }
  return parts
}

test('unicodeCharacter is the first one that is not in GSM-7, as people see it', () => {
  expect(unicodeCharacter('Hello {€}\n')).toBeUndefined()
  expect(unicodeCharacter('Straße, a “quote” and 😀')).toBe('“')
  expect(unicodeCharacter('Two e\u0301 and 😀')).toBe('e\u0301')
  expect(unicodeCharacter('Family 👨‍👩‍👧 first')).toBe('👨‍👩‍👧')
})
