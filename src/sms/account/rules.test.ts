import { describe, expect, test } from 'vitest'
import { admit, rejectionSentence } from './rules.ts'

const allowance = { daily: 10, payg: false, capMicros: 0, priceMicros: 8000 }
const metered = { ...allowance, payg: true, capMicros: 40_000 }
const nothing = { recipientsToday: 0, chargedThisMonthMicros: 0 }

describe('the send allowance', () => {
  test('accepts all up to the daily limit, at no charge', () => {
    expect(admit(10, 3, allowance, nothing)).toEqual({
      charges: Array<number>(10).fill(0),
      free: 10,
      rejected: 0,
      reason: null,
    })
  })

  test('rejects what is beyond the daily limit', () => {
    expect(admit(3, 1, allowance, { ...nothing, recipientsToday: 8 })).toEqual({
      charges: [0, 0],
      free: 2,
      rejected: 1,
      reason: 'limit_reached',
    })
  })

  test('rejects all once a lowered limit lies below the usage', () => {
    const { charges, rejected } = admit(2, 1, allowance, { ...nothing, recipientsToday: 50 })
    expect([charges, rejected]).toEqual([[], 2])
  })

  test('with pay-as-you-go charges each segment beyond the daily limit', () => {
    expect(admit(3, 2, metered, { ...nothing, recipientsToday: 9 })).toEqual({
      charges: [0, 16_000, 16_000],
      free: 1,
      rejected: 0,
      reason: null,
    })
  })

  test('with pay-as-you-go accepts a send that reaches the cap exactly, and none that would exceed it', () => {
    const usage = { recipientsToday: 10, chargedThisMonthMicros: 24_000 }
    expect(admit(3, 1, metered, usage)).toEqual({
      charges: [8000, 8000],
      free: 0,
      rejected: 1,
      reason: 'metered_cap_reached',
    })
    expect(admit(1, 3, metered, usage)).toEqual({
      charges: [],
      free: 0,
      rejected: 1,
      reason: 'metered_cap_reached',
    })
  })

  test('with pay-as-you-go rejects all metered sends once a lowered cap lies below the charges', () => {
    const usage = { recipientsToday: 10, chargedThisMonthMicros: 90_000 }
    expect(admit(1, 1, metered, usage).rejected).toBe(1)
  })

  test('free metered sends are never rejected', () => {
    const free = { ...metered, priceMicros: 0, capMicros: 0 }
    expect(admit(2, 5, free, { ...nothing, recipientsToday: 10 })).toEqual({
      charges: [0, 0],
      free: 0,
      rejected: 0,
      reason: null,
    })
  })

  test('says how many were rejected and why', () => {
    expect(rejectionSentence('limit_reached', 1)).toBe(
      'The daily send allowance is used up. 1 recipient was rejected.',
    )
    expect(rejectionSentence('metered_cap_reached', 2)).toContain('spending cap')
  })
})
