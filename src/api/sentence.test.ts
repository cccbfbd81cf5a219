import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { idText, integerText, text, wholeNumber } from './field.ts'
import { predicateOf, sentencesOf } from './sentence.ts'

/** What a caller is told of a value. */
function told(schema: z.ZodType, value: unknown): string {
  const { error } = schema.safeParse(value, { error: predicateOf })
  return error ? sentencesOf(error.issues) : ''
}
const toldOf = (field: z.ZodType, value: unknown): string => told(z.object({ field }), { field: value })

describe('a sentence', () => {
  test.each<readonly [string, z.ZodType, unknown, string]>([
    ['a missing field', z.string(), undefined, 'field is missing.'],
    ['a missing choice', z.enum(['in', 'out']), undefined, 'field is missing.'],
    ['a missing alternative', z.union([z.string(), z.int()]), undefined, 'field is missing.'],
    ['another type than a string', z.string(), 5, 'field must be a string.'],
    ['another type than a number', z.number(), 'x', 'field must be a number.'],
    ['a fraction', z.int(), 1.5, 'field must be a whole number.'],
    ['a bigint', z.bigint(), 'x', 'field must be a whole number.'],
    ['a boolean', z.boolean(), 'true', 'field must be true or false.'],
    ['a list', z.array(z.string()), {}, 'field must be a list.'],
    ['an object', z.object({}), [], 'field must be an object.'],
    ['a record', z.record(z.string(), z.int()), 7, 'field must be an object.'],
    ['null', z.null(), 7, 'field must be null.'],
    ['a date', z.date(), 7, 'field must be a date.'],
    ['a type without a name for people', z.symbol(), 7, 'field is not valid.'],
    ['never', z.never(), 7, 'field is not valid.'],
    ['one choice', z.literal('a'), 'b', 'field must be a.'],
    ['two choices', z.enum(['in', 'out']), 'x', 'field must be in or out.'],
    ['three choices', z.enum(['a', 'b', 'c']), 'x', 'field must be a, b or c.'],
    ['an empty string', z.string().min(1), '', 'field must not be empty.'],
    ['a short string', z.string().min(8), 'x', 'field must have at least 8 characters.'],
    ['a long string', z.string().max(1), 'xy', 'field must have at most 1 character.'],
    ['a string of another length', z.string().length(9), 'x', 'field must have exactly 9 characters.'],
    ['an empty list', z.array(z.int()).min(1), [], 'field must not be empty.'],
    ['a long list', z.array(z.int()).max(2), [1, 2, 3], 'field must have at most 2 entries.'],
    ['a small set', z.set(z.int()).min(2), new Set([1]), 'field must have at least 2 entries.'],
    ['a small number', z.number().min(1000), 1, 'field must be at least 1,000.'],
    ['a large number', z.number().max(5), 6, 'field must be at most 5.'],
    ['a number at an open bound', z.number().gt(0), 0, 'field must be more than 0.'],
    ['a number at another open bound', z.number().lt(0), 0, 'field must be less than 0.'],
    [
      'an early date',
      z.date().min(new Date(0)),
      new Date(-1),
      'field must not be before 1970-01-01T00:00:00.000Z.',
    ],
    [
      'a late date',
      z.date().max(new Date(0)),
      new Date(1),
      'field must not be after 1970-01-01T00:00:00.000Z.',
    ],
    ['no multiple', z.number().multipleOf(5), 3, 'field must be a multiple of 5.'],
    ['no e-mail address', z.email(), 'x', 'field must be an e-mail address.'],
    ['no URL', z.url(), 'x', 'field must be a URL.'],
    ['no time', z.iso.datetime(), 'x', 'field must be a date and time as in 2026-01-31T12:00:00Z.'],
    ['another form', z.string().regex(/^a$/), 'b', 'field does not have the right form.'],
    ['another beginning', z.string().startsWith('a'), 'b', 'field must begin with "a".'],
    ['another end', z.string().endsWith('a'), 'b', 'field must end with "a".'],
    ['without a part', z.string().includes('a'), 'b', 'field must contain "a".'],
    ['unknown fields', z.strictObject({}), { a: 1, b: 2 }, 'field has unknown fields: a, b.'],
    [
      'a wrong name',
      z.record(z.string().max(1), z.int()),
      { ab: 1 },
      'field.ab has a name that is not valid.',
    ],
    ['a wrong entry', z.map(z.string(), z.int()), new Map([['a', 'x']]), 'field.a must be a number.'],
    ['a custom check without words', z.string().refine(() => false), 'x', 'field is not valid.'],
    ['a custom check', z.string().refine(() => false, 'must rhyme'), 'x', 'field must rhyme.'],
    [
      'alternatives of other types',
      z.union([z.string(), z.array(z.string())]),
      5,
      'field must be a string or a list.',
    ],
    [
      'the alternative that came nearest',
      z.union([z.int(), z.array(z.string()).max(1)]),
      ['a', 'b'],
      'field must have at most 1 entry.',
    ],
    [
      'an entry of an alternative',
      z.union([z.string(), z.array(z.string())]),
      ['a', 5],
      'field[1] must be a string.',
    ],
    ['alternatives without words', z.union([z.symbol(), z.never()]), 5, 'field is not valid.'],
    ['an entry', z.array(z.object({ phone: z.string() })), [{}], 'field[0].phone is missing.'],
    ['text that cannot be stored', text(), 'a\0b', 'field must not contain NUL or invalid Unicode.'],
    [
      'a whole number',
      wholeNumber({ min: 60, max: 604_800 }),
      5,
      'field must be a whole number from 60 to 604,800.',
    ],
    [
      'a whole number of another type',
      wholeNumber({ min: 1, max: 2 }),
      '1',
      'field must be a whole number from 1 to 2.',
    ],
    ['a whole number that is missing', wholeNumber({ min: 1, max: 2 }), undefined, 'field is missing.'],
    [
      'digits out of range',
      integerText({ min: 1, max: 200 }),
      '201',
      'field must be a whole number from 1 to 200.',
    ],
    [
      'other letters than digits',
      integerText({ min: 1, max: 200 }),
      'x',
      'field must be a whole number from 1 to 200.',
    ],
    [
      'a number that is beyond its range and beyond what JSON carries, once',
      wholeNumber({ min: 60, max: 604_800 }),
      1e300,
      'field must be a whole number from 60 to 604,800.',
    ],
    ['an id', idText(), '0', 'field must be a whole number, 1 or more.'],
    [
      'an id that no number carries, once',
      idText(),
      `${2n ** 53n}`,
      'field must be a whole number, 1 or more.',
    ],
  ])('tells of %s', (_, field, value, sentence) => {
    expect(toldOf(field, value)).toBe(sentence)
  })

  test('stands for each wrong field, and for ten of them at most', () => {
    const two = z.object({ body: z.string(), limit: integerText({ min: 1, max: 200 }) })
    expect(told(two, { limit: '0' })).toBe('body is missing. limit must be a whole number from 1 to 200.')
    const many = z.object(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, z.string()])))
    expect(told(many, {}).match(/is missing\./g)).toHaveLength(10)
  })

  test('of the whole speaks of the body', () => {
    expect(told(z.object({}), 5)).toBe('The body must be an object.')
  })
})
