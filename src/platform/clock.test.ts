import { describe, expect, test } from 'vitest'
import { plainTime, utcDay } from './clock.ts'

describe('times in UTC', () => {
  test.each([
    ['2026-03-04T05:06:07.089Z', '2026-03-04', '2026-03-04 05:06:07'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31', '2026-12-31 23:59:59'],
    ['2024-02-29T00:00:00.000Z', '2024-02-29', '2024-02-29 00:00:00'],
    ['1970-01-01T00:00:00.000Z', '1970-01-01', '1970-01-01 00:00:00'],
    ['2026-10-25T03:30:00.000+02:00', '2026-10-25', '2026-10-25 01:30:00'],
  ])('%s is day %s and time %s', (instant, day, time) => {
    expect(utcDay(new Date(instant))).toBe(day)
    expect(plainTime(new Date(instant))).toBe(time)
  })
})
