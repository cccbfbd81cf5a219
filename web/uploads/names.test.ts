import { describe, expect, test } from 'vitest'
import { foldName, freeName, twinNames } from './names.ts'

const free = (name: string, ...taken: readonly string[]) => freeName(name, new Set(taken.map(foldName)))

describe('a free name', () => {
  test('is the name itself, if it is free', () => {
    expect(free('report.pdf', 'other.pdf')).toBe('report.pdf')
  })

  test.each([
    ['report.pdf', 'report (2).pdf'],
    ['archive.tar.gz', 'archive (2).tar.gz'],
    ['README', 'README (2)'],
    ['.profile', '.profile (2)'],
    ['Mr. Smith', 'Mr. Smith (2)'],
    ['report (2).pdf', 'report (3).pdf'],
    ['report (x).pdf', 'report (x) (2).pdf'],
  ])('for %s is %s', (name, twin) => {
    expect(free(name, name)).toBe(twin)
  })

  test('counts on until it is free, in any case and composition', () => {
    expect(free('Übung.txt', 'u\u0308bung.TXT', 'ÜBUNG (2).txt', 'Übung (4).txt')).toBe('Übung (3).txt')
  })

  test('has at most 255 characters', () => {
    const long = `${'x'.repeat(251)}.pdf`
    expect(free(long, long)).toBe(`${'x'.repeat(247)} (2).pdf`)
  })
})

test('the names that are tried are those that may be chosen', () => {
  expect(twinNames('a.txt', 3)).toEqual(['a (2).txt', 'a (3).txt', 'a (4).txt'])
})
