import { expect, test } from 'vitest'
import { countOf } from './text-count.ts'

test.each([
  ['nothing', '', 0, 0],
  ['a short text', 'Hello', 5, 1],
  ['160 characters', 'a'.repeat(160), 160, 1],
  ['161 characters', 'a'.repeat(161), 161, 2],
  ['the extension of GSM-7', '€'.repeat(81), 81, 2],
  ['emoji, each one character', '😀'.repeat(36), 36, 2],
  ['1,600 characters', 'a'.repeat(1600), 1600, 11],
  ['1,600 emoji', '😀'.repeat(1600), 1600, 49],
])('counts %s as the server does', (_, body, characters, parts) => {
  expect(countOf(body)).toMatchObject({ characters, parts })
})

test('names the character that makes parts shorter', () => {
  expect(countOf('It’s here').unicode).toBe('’')
  expect(countOf("It's here {€}").unicode).toBeUndefined()
})

test('counts the characters of a very long text, and not all of its parts', () => {
  expect(countOf('😀'.repeat(100_000)).characters).toBe(100_000)
})
