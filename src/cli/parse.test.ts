import { describe, expect, test } from 'vitest'
import { type Parameters, parseLine, UsageError } from './parse.ts'
import {
  bytesOrUnlimited,
  choice,
  email,
  fraction,
  id,
  isoTime,
  line,
  list,
  onOff,
  type Value,
  ValueProblem,
  wholeNumber,
  words,
  yesNo,
} from './value.ts'

const parameters: Parameters = {
  options: {
    firstName: { value: line(10, 'NAME'), required: true, description: 'a name' },
    perDay: { value: wholeNumber(1, 100), description: 'a number' },
    body: { value: words('TEXT'), description: 'a text' },
    pool: { value: 'flag', description: 'a switch' },
  },
  positionals: { id: { value: id, description: 'an id' } },
}

const parse = (...argv: string[]) => parseLine(argv, parameters)

const refusal = (...argv: string[]): string => {
  try {
    parse(...argv)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  throw new Error('Nothing was refused.')
}

describe('parseLine', () => {
  test('reads options in either form, positionals, and what every command takes', () => {
    const line = parse('--first-name', 'Ann', '17', '--per-day=5', '--json', '--data', '/x')
    expect(line).toEqual({
      json: true,
      help: false,
      input: { id: 17, firstName: 'Ann', perDay: 5, body: undefined, pool: false },
    })
    expect(parse('17', '--first-name', 'Ann', '--pool').input['pool']).toBe(true)
  })

  test('takes a text that begins with a dash, but not the next option for a value', () => {
    expect(parse('1', '--first-name', 'Ann', '--body', '- milk').input['body']).toBe('- milk')
    expect(parse('1', '--first-name', 'Ann', '--body', '--unheard-of').input['body']).toBe('--unheard-of')
    expect(parse('1', '--first-name', 'Ann', '--body=--json').input['body']).toBe('--json')
    expect(refusal('1', '--first-name', 'Ann', '--body', '--json')).toBe('--body needs a value: --body TEXT.')
    expect(refusal('1', '--first-name')).toBe('--first-name needs a value: --first-name NAME.')
  })

  test.each([
    ['Unknown option --colour.', ['1', '--first-name', 'Ann', '--colour', 'red']],
    ['Unknown option -x.', ['1', '--first-name', 'Ann', '-x']],
    ['--first-name NAME is missing.', ['1']],
    ['ID is missing.', ['--first-name', 'Ann']],
    ['Unexpected argument "2".', ['1', '2', '--first-name', 'Ann']],
    ['--first-name is given twice.', ['1', '--first-name', 'Ann', '--first-name', 'Bea']],
    ['--data must name a directory.', ['1', '--first-name', 'Ann', '--data', '']],
    ['--data must name a directory.', ['1', '--first-name', 'Ann', '--data= ']],
    ['--pool does not take a value.', ['1', '--first-name', 'Ann', '--pool=yes']],
    ['--per-day must be a whole number from 1 to 100.', ['1', '--first-name', 'Ann', '--per-day', '101']],
    ['"x" must be an id: a whole number from 1.', ['x', '--first-name', 'Ann']],
  ])('says %s', (sentence, argv) => {
    expect(refusal(...argv)).toBe(sentence)
  })

  test('looks at nothing else when help is asked for', () => {
    expect(parse('--help').help).toBe(true)
    expect(parse('--per-day', 'many', '-h').help).toBe(true)
  })
})

describe('values', () => {
  const reads = (value: Value<unknown>, text: string): unknown => {
    try {
      return value.read(text)
    } catch (error) {
      if (error instanceof ValueProblem) return 'refused'
      throw error
    }
  }

  test.each<[string, Value<unknown>, string, unknown]>([
    ['id', id, '17', 17],
    ['id', id, '0', 'refused'],
    ['id', id, '-1', 'refused'],
    ['id', id, '1e3', 'refused'],
    ['id', id, '9007199254740993', 'refused'],
    ['id', id, '99999999999999999999', 'refused'],
    ['fraction', fraction, '1', 1],
    ['fraction', fraction, '.25', 0.25],
    ['fraction', fraction, '1.01', 'refused'],
    ['fraction', fraction, 'NaN', 'refused'],
    ['bytes', bytesOrUnlimited, '0', 0],
    ['bytes', bytesOrUnlimited, 'unlimited', null],
    ['bytes', bytesOrUnlimited, '1.5', 'refused'],
    ['email', email, ' Ann.Lee+x@example.co.uk ', 'ann.lee+x@example.co.uk'],
    ['email', email, 'ann@example', 'refused'],
    ['email', email, 'ann@example.com\r\nBcc: x@example.com', 'refused'],
    ['line', line(3, 'X'), ' né ', 'né'],
    ['line', line(3, 'X'), '💌💌💌', '💌💌💌'],
    ['line', line(3, 'X'), 'four', 'refused'],
    ['line', line(3, 'X'), '  ', 'refused'],
    ['line', line(3, 'X'), 'a\nb', 'refused'],
    ['time', isoTime, '2026-12-31', new Date('2026-12-31T00:00:00Z')],
    ['time', isoTime, '2026-12-31T18:00:00+02:00', new Date('2026-12-31T16:00:00Z')],
    ['time', isoTime, '2026-12-31T18:00:00', 'refused'],
    ['time', isoTime, '2026-02-30', 'refused'],
    ['time', isoTime, 'tomorrow', 'refused'],
    ['yesNo', yesNo, 'yes', true],
    ['yesNo', yesNo, 'true', 'refused'],
    ['onOff', onOff, 'off', false],
    ['list', list(choice(['sms', 'files'])), 'sms, files', ['sms', 'files']],
    ['list', list(choice(['sms', 'files'])), '', []],
    ['list', list(choice(['sms', 'files'])), 'sms,mail', 'refused'],
  ])('%s reads %#: %o', (_name, value, text, expected) => {
    expect(reads(value, text)).toEqual(expected)
  })
})
