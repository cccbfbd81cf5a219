import { describe, expect, test } from 'vitest'
import { csvRecord, wantsCsv } from './csv.ts'

describe('a CSV record', () => {
  test('quotes separators, quotes, and line breaks, and leaves out what is null', () => {
    expect(csvRecord(['plain', 'a,b', 'say "hi"', 'two\nlines', 7, -7, null])).toBe(
      'plain,"a,b","say ""hi""","two\nlines",7,-7,\r\n',
    )
  })

  test.each(['=1+1', '+1', '-1', '@sum(a1)', '\t=1', '\r=1'])('keeps %j from being a formula', (text) => {
    expect(csvRecord([text]).replaceAll('"', '')).toBe(`'${text}\r\n`)
  })

  test('keeps phone numbers as they are', () => {
    expect(csvRecord(['+12025550123', '+12025550123+1', '+1202555012\n'])).toBe(
      `+12025550123,'+12025550123+1,"'+1202555012\n"\r\n`,
    )
  })
})

describe('CSV is wanted', () => {
  test.each([
    ['text/csv', true],
    ['application/json;q=0.5, text/csv', true],
    ['TEXT/CSV;charset=utf-8', true],
    ['text/csv-schema', false],
    ['*/*', false],
    ['text/html,application/xhtml+xml,*/*;q=0.8', false],
    [undefined, false],
  ])('by %j: %j', (accept, wanted) => {
    expect(wantsCsv(accept)).toBe(wanted)
  })
})
