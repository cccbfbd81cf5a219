import { describe, expect, test } from 'vitest'
import { pageMeta, shownOf } from './paging.ts'

describe('paging of a listing', () => {
  test('says where the next page begins, and null on the last one, even when it is exactly full', () => {
    expect(pageMeta(4, { limit: 2, offset: 0 })).toEqual({ total: 4, offset: 0, limit: 2, next_offset: 2 })
    expect(pageMeta(4, { limit: 2, offset: 2 }).next_offset).toBeNull()
    expect(pageMeta(5, { limit: 2, offset: 2 }).next_offset).toBe(4)
    expect(pageMeta(4, { limit: 2, offset: 9 }).next_offset).toBeNull()
    expect(pageMeta(0, { limit: 2, offset: 0 })).toMatchObject({ total: 0, next_offset: null })
  })

  test('stops at 5,000 items', () => {
    expect(pageMeta(10_000, { limit: 20, offset: 4980 })).toMatchObject({ total: 5000, next_offset: null })
    expect(shownOf({ limit: 20, offset: 4990 })).toBe(10)
    expect(shownOf({ limit: 20, offset: 5000 })).toBe(0)
    expect(shownOf({ limit: 20, offset: Number.MAX_SAFE_INTEGER })).toBe(0)
  })
})
