import { setImmediate as nextTick } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { monotonicMs } from '../clock.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

function hold(ms: number): void {
  const startedMs = monotonicMs()
  while (monotonicMs() - startedMs < ms);
}

async function work(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    hold(0.1)
    await yieldToEventLoop()
  }
}

beforeEach(() => nextTick())

describe('yielding to the event loop', () => {
  test('does not happen before the task has held the event loop for 2 ms', () => {
    expect(yieldToEventLoop()).toBeUndefined()
    expect(yieldToEventLoop()).toBeUndefined()
  })

  test('lets others run after 2 ms, and then not before another 2 ms', async () => {
    void yieldToEventLoop()
    const seen: string[] = []
    setImmediate(() => seen.push('another'))
    hold(3)
    await yieldToEventLoop()
    seen.push('the task')
    expect(seen).toEqual(['another', 'the task'])
    expect(yieldToEventLoop()).toBeUndefined()
    hold(3)
    expect(yieldToEventLoop()).toBeInstanceOf(Promise)
    await nextTick()
  })

  test('lets timers run while many tasks work at once', async () => {
    let others = 0
    const counting = setInterval(() => others++, 1)
    await Promise.all(Array.from({ length: 10 }, () => work(100)))
    clearInterval(counting)
    // The tasks hold the event loop for at least 100 ms in all.
    expect(others).toBeGreaterThan(20)
  })

  test('is work-conserving: a task that is alone loses no more than the turns it gives away', async () => {
    const startedMs = monotonicMs()
    let idleMs = 0
    const measure = performance.eventLoopUtilization()
    await work(500)
    idleMs = performance.eventLoopUtilization(measure).idle
    expect(monotonicMs() - startedMs).toBeGreaterThan(50)
    expect(idleMs).toBeLessThan(10)
  })
})
