import { describe, expect, test } from 'vitest'
import { noneMatchHits, notModified, parseRange, preconditionFails, rangeStillValid } from './range.ts'

describe('Range (RFC 9110, 14.2)', () => {
  test.each([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=0-', 10, { start: 0, end: 9 }],
    ['bytes=3-5', 10, { start: 3, end: 5 }],
    ['bytes=3-500', 10, { start: 3, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-500', 10, { start: 0, end: 9 }],
    ['BYTES = 3 - 5', 10, { start: 3, end: 5 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=10-12', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
    [`bytes=${'9'.repeat(400)}-`, 10, 'unsatisfiable'],
    [`bytes=-${'9'.repeat(400)}`, 10, { start: 0, end: 9 }],
    ['bytes=5-3', 10, undefined],
    ['bytes=-', 10, undefined],
    ['bytes=', 10, undefined],
    ['bytes=a-b', 10, undefined],
    ['bytes=0x1-2', 10, undefined],
    ['bytes=1-2,4-5', 10, undefined],
    ['lines=0-1', 10, undefined],
    ['', 10, undefined],
    [undefined, 10, undefined],
  ])('%s of %i bytes', (header, size, expected) => {
    expect(parseRange(header, size)).toEqual(expected)
  })
})

describe('conditions (RFC 9110, 13)', () => {
  const current = { etag: '"abc"', modifiedAt: new Date('2026-03-04T05:06:07.800Z') }

  test('If-Match compares strongly', () => {
    const fails = (match: string) => preconditionFails({ match, unmodifiedSince: undefined }, current)
    for (const header of ['"abc"', '"x", "abc"', '"x","abc"', ' "abc" ', '*', ' * '])
      expect([header, fails(header)]).toEqual([header, false])
    for (const header of ['"abd"', 'W/"abc"', 'W/"abc", "x"', 'abc', '', '"ab', '"*"', '"a*b", x'])
      expect([header, fails(header)]).toEqual([header, true])
  })

  test('If-Unmodified-Since counts without If-Match only', () => {
    const fails = (unmodifiedSince: string, match?: string) =>
      preconditionFails({ match, unmodifiedSince }, current)
    const before = 'Wed, 04 Mar 2026 05:06:06 GMT'
    expect(fails(before)).toBe(true)
    expect(fails('Wed, 04 Mar 2026 05:06:07 GMT')).toBe(false)
    expect(fails(before, '"abc"')).toBe(false)
    expect(fails('Thu, 05 Mar 2026 00:00:00 GMT', '"x"')).toBe(true)
  })

  test('dates have one of the three forms of HTTP, and any other text counts as absent', () => {
    const fails = (unmodifiedSince: string) =>
      preconditionFails({ match: undefined, unmodifiedSince }, current)
    const forms = (time: string) => [
      `Wed, 04 Mar 2026 ${time} GMT`,
      `Wednesday, 04-Mar-26 ${time} GMT`,
      `Wed Mar  4 ${time} 2026`,
    ]
    for (const date of forms('05:06:06')) expect([date, fails(date)]).toEqual([date, true])
    for (const date of forms('05:06:07')) expect([date, fails(date)]).toEqual([date, false])
    for (const date of ['yesterday', '', '1', '2020-01-01', 'Wed, 04 Mar 2020 05:06:06', '1583298366'])
      expect([date, fails(date)]).toEqual([date, false])
  })

  test('If-None-Match compares weakly and goes before If-Modified-Since', () => {
    for (const header of ['"abc"', 'W/"abc"', '"x", "abc"', '*'])
      expect(noneMatchHits(header, '"abc"')).toBe(true)
    for (const header of ['"abd"', 'abc', '', '"ab']) expect(noneMatchHits(header, '"abc"')).toBe(false)
    const later = 'Thu, 05 Mar 2026 00:00:00 GMT'
    expect(notModified({ noneMatch: '"x"', modifiedSince: later }, current)).toBe(false)
    expect(notModified({ noneMatch: undefined, modifiedSince: later }, current)).toBe(true)
    expect(
      notModified({ noneMatch: undefined, modifiedSince: 'Wed, 04 Mar 2026 05:06:07 GMT' }, current),
    ).toBe(true)
    expect(
      notModified({ noneMatch: undefined, modifiedSince: 'Wed, 04 Mar 2026 05:06:06 GMT' }, current),
    ).toBe(false)
    expect(notModified({ noneMatch: undefined, modifiedSince: 'yesterday' }, current)).toBe(false)
  })

  test('If-Range wants the very version', () => {
    expect(rangeStillValid(undefined, current)).toBe(true)
    expect(rangeStillValid('"abc"', current)).toBe(true)
    expect(rangeStillValid('W/"abc"', current)).toBe(false)
    expect(rangeStillValid('"old"', current)).toBe(false)
    expect(rangeStillValid('Wed, 04 Mar 2026 05:06:07 GMT', current)).toBe(true)
    expect(rangeStillValid('Wed, 04 Mar 2026 05:06:06 GMT', current)).toBe(false)
    expect(rangeStillValid('whenever', current)).toBe(false)
  })
})
