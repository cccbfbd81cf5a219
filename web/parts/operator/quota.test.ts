import { expect, test } from 'vitest'
import { parseQuota, quotaText } from './quota.ts'

test.each([
  ['5', 5 * 1024 ** 3],
  ['0', 0],
  ['1.5 GB', 1.5 * 1024 ** 3],
  [' 500mb ', 500 * 1024 ** 2],
  ['10 GB', 10 * 1024 ** 3],
  ['12 bytes', 12],
  ['', null],
  ['Unlimited', null],
  ['-1', undefined],
  ['much', undefined],
  ['5 parsec', undefined],
  ['99999999999 TB', undefined],
])('%j is %j bytes', (text, bytes) => {
  expect(parseQuota(text)).toBe(bytes)
})

test.each([5e9, 1.5e9, 10 * 1024 ** 3, 12, 1001, 0, 7 * 1024 ** 2, null])(
  '%j is written so that it reads the same again',
  (bytes) => {
    expect(parseQuota(quotaText(bytes))).toBe(bytes)
  },
)
