import { describe, expect, test } from 'vitest'
import { bytesLeft, humanBytes, expectedFileBytes, shownUsage } from './rules.ts'

const kibibyte = 1024
const gibibyte = 1024 ** 3

describe('bytes for people', () => {
  test.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [kibibyte, '1 KB'],
    [1536, '1.5 KB'],
    [kibibyte ** 2 - 1, '1 MB'],
    [5 * gibibyte, '5 GB'],
    [Number.MAX_SAFE_INTEGER, '8 PB'],
  ])('%d is %s', (bytes, text) => expect(humanBytes(bytes)).toBe(text))
})

describe('usage as it is shown', () => {
  test('of a workspace with a limit has the remaining bytes and whole percent, rounded down', () => {
    expect(shownUsage({ used_bytes: 999, limit_bytes: 1000 })).toEqual({
      used: 999,
      limit: 1000,
      unlimited: false,
      remaining: 1,
      percent_used: 99,
      used_human: '999 B',
      limit_human: '1000 B',
    })
  })

  test('of an unlimited workspace has neither a limit nor a remainder', () => {
    expect(shownUsage({ used_bytes: 5, limit_bytes: null })).toMatchObject({
      limit: null,
      unlimited: true,
      remaining: null,
      percent_used: 0,
    })
  })

  test('of a workspace whose limit was lowered below its usage has nothing left', () => {
    expect(shownUsage({ used_bytes: 300, limit_bytes: 200 })).toMatchObject({
      remaining: 0,
      percent_used: 150,
    })
  })

  test('of a workspace with a limit of 0 is full', () => {
    expect(shownUsage({ used_bytes: 0, limit_bytes: 0 }).percent_used).toBe(100)
  })
})

describe('the bytes left', () => {
  test('is the limit without usage and reservations', () => {
    expect(bytesLeft({ used_bytes: 300, reserved_bytes: 200, limit_bytes: 1000 })).toBe(500)
    expect(bytesLeft({ used_bytes: 300, reserved_bytes: 0, limit_bytes: null })).toBe(Infinity)
  })

  test('is nothing once the limit was lowered below that', () => {
    expect(bytesLeft({ used_bytes: 300, reserved_bytes: 0, limit_bytes: 200 })).toBe(0)
    expect(bytesLeft({ used_bytes: 100, reserved_bytes: 200, limit_bytes: 200 })).toBe(0)
  })
})

describe('the size of a file by the length of its form', () => {
  test('allows for the form around it', () => {
    const length = 3 * kibibyte ** 2
    expect(expectedFileBytes(String(length))).toEqual({ leastBytes: 2 * kibibyte ** 2, mostBytes: length })
    expect(expectedFileBytes('1000')).toEqual({ leastBytes: 0, mostBytes: 1000 })
  })

  test('is anything when the length is missing or not a number', () => {
    for (const length of [undefined, 'x', '1e400', ['5', '6']])
      expect(expectedFileBytes(length)).toEqual({ leastBytes: 0, mostBytes: Infinity })
  })
})
