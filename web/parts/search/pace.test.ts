import { expect, test } from 'vitest'
import { openPace } from './pace.ts'

test('a search goes 150 ms after the last key', () => {
  expect(openPace().waitMs(5000)).toBe(150)
})

test('at most 100 searches go in any minute, however fast somebody types', () => {
  const pace = openPace()
  const sent: number[] = []
  for (let now = 0; now < 300_000;) {
    now += pace.waitMs(now)
    pace.spend(now)
    sent.push(now)
  }
  for (const from of sent)
    expect(sent.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(101)
  expect(sent.length).toBeGreaterThan(300)
})
