import { describe, expect, test } from 'vitest'
import { phoneSearch } from './rules.ts'

describe('a search for a phone', () => {
  test.each([
    ['+1 (202) 555', { beginnings: ['+1202555'], parts: ['+1202555'] }],
    ['00 44 20', { beginnings: ['+4420'], parts: ['+4420'] }],
    ['202.555-01', { beginnings: ['+120255501', '+20255501', '20255501'], parts: ['20255501'] }],
    ['0101', { beginnings: [], parts: ['0101'] }],
    ['020 7946', { beginnings: ['+10207946', '+0207946', '0207946'], parts: ['0207946', '207946'] }],
    ['32665', { beginnings: [], parts: ['32665'] }],
    [' Amazon ', { beginnings: ['Amazon'], parts: ['Amazon'] }],
    ['🛍', { beginnings: ['🛍'], parts: ['🛍'] }],
  ])('for %j', (asked, search) => expect(phoneSearch(asked)).toEqual(search))

  test.each(['', ' ', '(', '+', '-', '+ ('])('for %j is none yet', (asked) =>
    expect(phoneSearch(asked)).toBeUndefined(),
  )
})
