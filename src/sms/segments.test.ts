import { SegmentedMessage } from 'sms-segments-calculator'
import { describe, expect, test } from 'vitest'
import { countSegments } from './segments.ts'

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

  test('plain texts count as the library counts them, at every border', () => {
    const alphabet = 'The quick_brown fox: "0-9" (jumps)\n+ 100% & <over> #1 *dog* @home, $5/6; what? Yes!'
    for (const length of [1, 159, 160, 161, 305, 306, 307, 458, 459, 460, 1599, 1600]) {
      const body = alphabet.repeat(40).slice(length % 7, (length % 7) + length)
      expect(countSegments(body)).toBe(new SegmentedMessage(body).segmentsCount)
    }
  })

  test('every plain character is one unit to the library', () => {
    for (let code = 0x20; code < 0x7f; code++) {
      const body = `${'a'.repeat(159)}${String.fromCharCode(code)}`
      expect([code, countSegments(body)]).toEqual([code, new SegmentedMessage(body).segmentsCount])
    }
  })
})
