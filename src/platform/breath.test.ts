import { describe, expect, test } from 'vitest'
import { breaths } from './breath.ts'
import { monotonicMs } from './clock.ts'

function hold(ms: number): void {
  const beganMs = monotonicMs()
  while (monotonicMs() - beganMs < ms);
}

describe('a breath', () => {
  test('is not taken before the task has held the event loop for 2 ms', () => {
    expect(breaths()()).toBeUndefined()
  })

  test('lets others in after 2 ms, and then not before another 2 ms', async () => {
    const breathe = breaths()
    const seen: string[] = []
    setImmediate(() => seen.push('another'))
    hold(3)
    await breathe()
    seen.push('the task')
    expect(seen).toEqual(['another', 'the task'])
    hold(3)
    expect(breathe()).toBeInstanceOf(Promise)
  })

  test('is taken again and again by a task that only waits for itself', async () => {
    const breathe = breaths()
    let others = 0
    const counting = setInterval(() => others++, 1)
    const endsMs = monotonicMs() + 100
    while (monotonicMs() < endsMs) {
      hold(0.1)
      await breathe()
    }
    clearInterval(counting)
    expect(others).toBeGreaterThan(5)
  })
})
