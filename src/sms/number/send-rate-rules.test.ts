import { describe, expect, test } from 'vitest'
import { android } from '../carrier/android/carrier.ts'
import { simulator } from '../carrier/simulator/carrier.ts'
import { type Bucket, budgetsOf, coolsDownUntil, fits, withOutcomes, roomAgainAt } from './send-rate-rules.ts'

const none = { perMinute: null, perHalfHour: null, perHour: null, perDay: null, warmsUpFrom: null }
const start = Date.UTC(2026, 10, 22)
const at = (seconds: number): Date => new Date(start + seconds * 1000)
const dayS = 86_400

const bucket = (seconds: number, parts: number, spanSeconds = 60): Bucket => ({
  spanSeconds,
  startedAt: at(seconds),
  parts,
})

const onlyBudget = (limits: Partial<typeof none> | object, buckets: readonly Bucket[], now: Date) => {
  const [budget] = budgetsOf({ ...none, ...limits }, buckets, now)
  if (!budget) throw new Error('Nothing limits this number.')
  return budget
}

describe('a budget', () => {
  test('is there for each span that has a limit', () => {
    expect(budgetsOf(none, [], at(0))).toEqual([])
    const spans = budgetsOf({ ...none, perMinute: 1, perHour: 2, perDay: 3 }, [], at(0))
    expect(spans.map(({ spanSeconds, partsMax }) => [spanSeconds, partsMax])).toEqual([
      [60, 1],
      [3600, 2],
      [dayS, 3],
    ])
  })

  test('of Android is 30 parts in 30 minutes, as its system allows', () => {
    expect(android.sendRateDefault.perHalfHour).toBe(30)
    expect(budgetsOf({ ...none, ...simulator.sendRateDefault }, [], at(0))).toEqual([])
  })

  test('counts a bucket until all of it has left the span', () => {
    const budget = (now: number) => onlyBudget({ perMinute: 5 }, [bucket(0, 5)], at(now))
    expect([fits(budget(61.999), 1, 0), fits(budget(62), 1, 0)]).toEqual([false, true])
  })

  test('has room for what fits whole, and for one text that is larger than itself', () => {
    const [empty, used] = [
      onlyBudget({ perMinute: 5 }, [], at(0)),
      onlyBudget({ perMinute: 5 }, [bucket(0, 3)], at(1)),
    ]
    expect([fits(used, 2, 0), fits(used, 3, 0), fits(used, 1, 2)]).toEqual([true, false, false])
    expect([fits(empty, 6, 0), fits(empty, 6, 1), fits(used, 6, 0)]).toEqual([true, false, false])
  })

  test('that is used up says when there is room again', () => {
    const buckets = [bucket(0, 2), bucket(10, 3)]
    const budget = onlyBudget({ perMinute: 5 }, buckets, at(20))
    expect(roomAgainAt(budget, 0, at(20))).toEqual(at(62))
    expect(roomAgainAt(onlyBudget({ perMinute: 3 }, buckets, at(20)), 0, at(20))).toEqual(at(72))
    expect(roomAgainAt(onlyBudget({ perMinute: 6 }, buckets, at(20)), 0, at(20))).toBeUndefined()
    expect(roomAgainAt(onlyBudget({ perMinute: 6 }, [], at(20)), 6, at(20))).toEqual(at(82))
  })
})

describe('a warm-up', () => {
  test('begins with 30 parts a day and adds half each day, up to the limit of the day', () => {
    const max = (day: number, perDay: number | null) =>
      budgetsOf({ ...none, perDay, warmsUpFrom: at(0) }, [], at(day * dayS)).map(({ partsMax }) => partsMax)
    expect([0, 0.99, 1, 2, 6, 7].map((day) => max(day, 500)[0])).toEqual([30, 30, 45, 67, 341, 500])
    expect([max(13, null), max(14, null)]).toEqual([[5838], []])
  })

  test('that ends a day gives room at once', () => {
    const used = [bucket(dayS - 600 - ((dayS - 600) % 2880), 30, dayS)]
    const budget = onlyBudget({ perDay: 500, warmsUpFrom: at(0) }, used, at(dayS - 300))
    expect(roomAgainAt(budget, 0, at(dayS - 300))).toEqual(at(dayS))
  })
})

describe('a number that fails often', () => {
  const after = (outcomes: string) =>
    coolsDownUntil(
      withOutcomes(
        0,
        Array.from(outcomes).map((outcome) => outcome === 'x'),
      ),
      at(0),
    )

  test('cools down for half an hour when 10 of its last 20 messages failed', () => {
    expect(after('x'.repeat(9) + '.'.repeat(11))).toBeUndefined()
    expect(after('x.'.repeat(10))).toEqual(at(1800))
    expect(after(`${'x'.repeat(10)}${'.'.repeat(11)}`)).toBeUndefined()
  })
})
