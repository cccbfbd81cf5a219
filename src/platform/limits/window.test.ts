import { describe, expect, test } from 'vitest'
import { perDay, perMinute } from './counter-store.contract.ts'
import { bucketSecondsOf, windowCounter } from './window.ts'

const startMs = Date.parse('2031-05-01T12:00:00Z')

describe('the length of buckets', () => {
  test.each([
    [60, 1],
    [8_640, 1],
    [8_641, 10],
    [86_400, 10],
  ])('of a rolling window of %i s is %i s', (windowSeconds, bucketSeconds) => {
    expect(bucketSecondsOf({ kind: 'rolling', windowSeconds, counter: 'a' })).toBe(bucketSeconds)
  })

  test('is refused for a rolling window longer than a day', () => {
    expect(() => bucketSecondsOf({ kind: 'rolling', windowSeconds: 86_401, counter: 'a' })).toThrow(
      RangeError,
    )
  })
})

describe('a rolling window', () => {
  test('takes a day of steady requests without growing slower or losing count', () => {
    const window = windowCounter(perDay(1_000_000))
    for (let second = 0; second < 3 * 86_400; second += 1) {
      const nowMs = startMs + second * 1000
      window.advance(nowMs)
      window.add(nowMs)
      window.changed.clear()
    }
    // All buckets of the last day: the oldest one is counted whole until its last second has left.
    expect(window.count).toBeGreaterThanOrEqual(86_400)
    expect(window.count).toBeLessThanOrEqual(86_410)
  })

  test('forgets changes that left the window before they were written', () => {
    const window = windowCounter(perDay(100))
    window.advance(startMs)
    window.add(startMs)
    window.advance(startMs + 86_400_000)
    expect(window.changed.size).toBe(0)
    expect(window.count).toBe(0)
  })
})

describe.each([perMinute(100), perDay(100)])('a $kind window', (limit) => {
  test('has lost nothing after it was saved and restored, wherever the clock went', () => {
    const saved = new Map<number, number>()
    let window = windowCounter(limit)
    let nowMs = startMs
    for (const [step, seconds] of [0, 1, 9, 40, -3, 25, -70, 5, 3600, -3600, 100, -400, 61, 30].entries()) {
      nowMs += seconds * 1000
      window.advance(nowMs)
      window.add(nowMs)
      for (const bucket of window.changed) saved.set(bucket, window.countOf(bucket))
      window.changed.clear()
      const rows = Array.from(saved, ([bucket, count]) => ({ bucket, count }))
        .filter(
          ({ bucket, count }) =>
            count > 0 && (limit.kind === 'rolling' || bucket >= Math.floor(nowMs / 60_000)),
        )
        .toSorted((a, b) => a.bucket - b.bucket)
      const restored = windowCounter(limit)
      restored.restore(rows, nowMs)
      expect(restored.count).toBeGreaterThanOrEqual(window.count)
      if (limit.kind === 'rolling') expect(restored.count).toBe(window.count)
      if (step % 2 === 0) window = restored
    }
  })
})
