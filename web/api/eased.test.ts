import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eased } from './eased.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a change is told at once, those that follow together', () => {
  const batches: (readonly number[])[] = []
  const tell = eased<number>((batch) => batches.push([...batch]))
  tell(1)
  expect(batches).toEqual([[1]])
  tell(2)
  tell(3)
  tell(3)
  vi.advanceTimersByTime(250)
  expect(batches).toEqual([[1], [2, 3]])
})

test('a storm is told within the pause that a topic allows', () => {
  let batches = 0
  const tell = eased<number>(() => batches++, 750)
  for (let ms = 0; ms < 60_000; ms += 10) {
    tell(ms)
    vi.advanceTimersByTime(10)
  }
  expect(batches).toBeGreaterThanOrEqual(80)
  expect(batches).toBeLessThan(84)
})

test('a storm is told every two seconds, and quiet ends it', () => {
  let batches = 0
  const tell = eased<number>(() => batches++)
  for (let ms = 0; ms < 60_000; ms += 10) {
    tell(ms)
    vi.advanceTimersByTime(10)
  }
  expect(batches).toBeLessThan(36)
  vi.advanceTimersByTime(10_000)
  const before = batches
  tell(0)
  expect(batches).toBe(before + 1)
})
