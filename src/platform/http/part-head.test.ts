import { describe, expect, test } from 'vitest'
import { partHead } from './part-head.ts'

const headOf = (disposition: string, type?: string) =>
  partHead({
    'content-disposition': [Buffer.from(disposition).toString('latin1')],
    ...(type !== undefined && { 'content-type': [type] }),
  })

describe('the head of a part', () => {
  test.each([
    ['plain', 'form-data; name="file"; filename="a.txt"', 'a.txt'],
    ['without quotes', 'form-data; name=file; filename=a.txt', 'a.txt'],
    ['in odd case and spacing', 'Form-Data ;NAME = "file";\tFileName = "a.txt" ', 'a.txt'],
    ['as raw UTF-8', 'form-data; name="file"; filename="café.txt"', 'café.txt'],
    ['with an escaped quotation mark', String.raw`form-data; name="file"; filename="a\"b.txt"`, 'a"b.txt'],
    ['with the quotation mark of browsers', 'form-data; name="file"; filename="a%22b.txt"', 'a"b.txt'],
    ['with a percent sign', 'form-data; name="file"; filename="a%20b.txt"', 'a%20b.txt'],
    [
      'with escaped backslashes',
      String.raw`form-data; name="file"; filename="a\\b.txt"`,
      String.raw`a\b.txt`,
    ],
    [
      'as a path of Windows',
      String.raw`form-data; name="file"; filename="C:\dir\a.txt"`,
      String.raw`C:\dir\a.txt`,
    ],
    ['with a semicolon', 'form-data; name="file"; filename="a;b.txt"', 'a;b.txt'],
    ['before the name of the field', 'form-data; filename="a.txt"; name="file"', 'a.txt'],
    ['extended alone', 'form-data; name="file"; filename*=UTF-8\'\'caf%C3%A9.txt', 'café.txt'],
    ['extended last', 'form-data; name="file"; filename="b"; filename*=UTF-8\'\'caf%C3%A9.txt', 'café.txt'],
    ['extended first', 'form-data; filename*=UTF-8\'\'caf%C3%A9.txt; filename="b"; name="file"', 'café.txt'],
    ['extended with a language', 'form-data; filename*=utf-8\'en\'a.txt; name="file"; filename=b', 'a.txt'],
    ['extended in quotes', 'form-data; filename*="utf-8\'\'a.txt"; name="file"; filename=b', 'a.txt'],
    ['extended in Latin 1', 'form-data; name="file"; filename*=ISO-8859-1\'\'caf%E9.txt', 'café.txt'],
    ['extended with a percent sign', 'form-data; name="file"; filename*=UTF-8\'\'a%2522b', 'a%22b'],
    [
      'extended, not decodable, beside another',
      'form-data; name="file"; filename*=UTF-8\'\'%FF; filename=b',
      'b',
    ],
    ['extended, of an unknown charset, alone', 'form-data; name="file"; filename*=x\'\'a', ''],
    ['empty', 'form-data; name="file"; filename=""', ''],
  ])('has the name of a file: %s', (_, disposition, expected) => {
    expect(headOf(disposition)).toMatchObject({ name: 'file', fileName: expected })
  })

  test('tells fields from files, and bytes without a name are a file', () => {
    expect(headOf('form-data; name="a"')).toMatchObject({ name: 'a', fileName: undefined })
    expect(headOf('form-data; name="a"', 'text/plain')?.fileName).toBeUndefined()
    expect(headOf('form-data; name="a"', 'Application/Octet-Stream; x=y')?.fileName).toBe('')
  })

  test('may lack the name of the field', () => {
    for (const disposition of ['form-data', 'form-data;', 'form-data; x=y', "form-data; name*=x''a"])
      expect(headOf(disposition)).toMatchObject({ name: undefined })
  })

  test('is none without a disposition, or with another one than form-data', () => {
    expect(partHead({})).toBeUndefined()
    expect(headOf('attachment; name="a"')).toBeUndefined()
    expect(headOf('')).toBeUndefined()
  })

  test('has the charset of its type', () => {
    expect(headOf('form-data; name="a"', 'text/plain; charset="iso-8859-1"')?.charset).toBe('iso-8859-1')
    expect(headOf('form-data; name="a"', 'text/plain; charset')?.charset).toBeUndefined()
    expect(headOf('form-data; name="a"', '')?.charset).toBeUndefined()
  })
})
