import { expect, test } from 'vitest'
import { matching, searchable } from './matching.ts'

const people = [
  { email: 'ada@example.com', name: 'Ada Lovelace' },
  { email: 'jose@example.com', name: 'José Núñez' },
  { email: 'new@example.org', name: null },
]
const found = (text: string) => matching(searchable(people), text).map(({ email }) => email)

test('people are found by words of their name and address, in any order', () => {
  expect(found('love ADA')).toEqual(['ada@example.com'])
  expect(found('example.com')).toEqual(['ada@example.com', 'jose@example.com'])
  expect(found('nunez')).toEqual(['jose@example.com'])
  expect(found('Núñez')).toEqual(['jose@example.com'])
})

test('without words everybody is found, and without a match nobody', () => {
  expect(found('  ')).toHaveLength(3)
  expect(found('ada jose')).toEqual([])
})
