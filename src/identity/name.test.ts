import { describe, expect, test } from 'vitest'
import { cleanName, isName, normalizeName } from './name.ts'

const persian = 'علی\u200Cرضا'
const sinhala = 'ශ්\u200Dරී ලංකා'
const family = '👨\u200D👩\u200D👧'

describe('a name', () => {
  test.each([
    persian,
    sinhala,
    family,
    'නිමල් ශ්\u200Dරී',
    'Ann Lee',
    "O'Neil-Smith",
    'e\u0301',
    'ｱﾝ',
    '神\uFA19',
  ])('keeps its joiners and letters: %j', (name) => {
    expect(cleanName(name)).toBe(name)
    expect(isName(name, 100)).toBe(true)
  })

  test.each([
    ['An\u202En', 'Ann'],
    ['\u2066Ann\u2069', 'Ann'],
    ['An\u200Bn', 'Ann'],
    ['An\u00ADn', 'Ann'],
    ['An\uFEFFn', 'Ann'],
    ['An\u200Fn', 'Ann'],
    ['An\u2060n', 'Ann'],
    ['An\u{E0041}n', 'Ann'],
    ['An\nn', 'An n'],
    ['An\u2028n', 'An n'],
    ['An\u0085\u0000n', 'An n'],
    [` ${persian}\t`, persian],
  ])('loses other format characters, and is refused where names are kept as given: %j', (typed, name) => {
    expect(cleanName(typed)).toBe(name)
    expect(isName(typed.trim(), 100)).toBe(typed.trim() === name)
  })

  test.each([
    '',
    ' ',
    '\u200C',
    '\u200D\u200C\u200D',
    '\u200B',
    '\u00A0\u3000',
    '\u3164',
    '\u115F\u1160',
    '\uFFA0',
    '\u2800',
    '\u034F',
    '\uFE0F',
    '\u202E\u202C',
    '\u180E',
    '\uFEFF',
    '\u{E0020}',
  ])('of invisible characters is empty: %j', (typed) => {
    expect(cleanName(typed)).toBe('')
    expect(normalizeName(typed, 80)).toBe('')
    expect(isName(typed, 80)).toBe(false)
  })

  test('is cut off after so many characters, and is empty when nothing visible is left', () => {
    expect(normalizeName('💌'.repeat(81), 80)).toBe('💌'.repeat(80))
    expect(normalizeName(`${'\u200D'.repeat(80)}a`, 80)).toBe('')
    expect(isName('a'.repeat(80), 80)).toBe(true)
    expect(isName('a'.repeat(81), 80)).toBe(false)
  })
})
