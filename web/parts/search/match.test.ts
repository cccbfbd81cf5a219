import { expect, test } from 'vitest'
import { matchIn } from './match.ts'

test.each([
  ['Report 2026.pdf', 'report', ['', 'Report', ' 2026.pdf']],
  ['my report', 'PORT', ['my re', 'port', '']],
  ['100%_done.txt', '%_', ['100', '%_', 'done.txt']],
  ['a😀👩‍👩‍👧b', '👩‍👩‍👧', ['a😀', '👩‍👩‍👧', 'b']],
  ['Cafe\u0301.txt', 'CAFÉ', ['', 'Cafe\u0301', '.txt']],
  ['Straße', 'strasse', ['', 'Straße', '']],
  ['مرحبا بالعالم.txt', 'بالعالم', ['مرحبا ', 'بالعالم', '.txt']],
])('%s has %s', (name, query, match) => {
  expect(matchIn(name, query)).toEqual(match)
})

test('finds nothing without a match, and nothing for an empty search', () => {
  expect(matchIn('Report', 'x')).toBeUndefined()
  expect(matchIn('Report', '')).toBeUndefined()
})
