import { describe, expect, test } from 'vitest'
import { bytes, duration, list, plural, relativeTime } from './grammar.ts'

const now = new Date('2026-05-04T12:00:00Z')
const ago = (seconds: number): string => relativeTime(new Date(now.getTime() - seconds * 1000), now)

describe('relative times', () => {
  test.each([
    [0, 'just now'],
    [-20, 'in a moment'],
    [60, '1 minute ago'],
    [-300, 'in 5 minutes'],
    [2 * 3600, '2 hours ago'],
    [86_400, 'yesterday'],
    [3 * 86_400, '3 days ago'],
    [40 * 86_400, 'March 25'],
    [400 * 86_400, 'March 30, 2025'],
  ])('%i seconds ago is "%s"', (seconds, words) => {
    expect(ago(seconds)).toBe(words)
  })
})

test('durations have one unit', () => {
  expect([4.4, 89, 600, 23 * 3600, 3 * 86_400].map(duration)).toEqual([
    '4 s',
    '89 s',
    '10 min',
    '23 h',
    '3 days',
  ])
  expect(duration(-5)).toBe('0 s')
})

test('sizes have three digits', () => {
  expect([1, 1023, 1536, 10 * 1024 ** 3].map(bytes)).toEqual(['1 byte', '1,023 bytes', '1.5 KB', '10 GB'])
})

test('counts and lists', () => {
  expect([plural(1, 'key', 'keys'), plural(12_408, 'key', 'keys')]).toEqual(['1 key', '12,408 keys'])
  expect(list(['a', 'b', 'c'])).toBe('a, b, and c')
})
