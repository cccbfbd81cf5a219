import { setImmediate as breathe } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { monotonicMs } from '../clock.ts'
import { inSteps } from './in-steps.ts'

/** Keeps this thread busy for 200 ms, 1 ms in each step. */
function* busy(): Generator<undefined, string> {
  for (let step = 0; step < 200; step++) {
    for (const endMs = monotonicMs() + 1; monotonicMs() < endMs;);
    yield
  }
  return 'done'
}

test('work in steps leaves about half of the thread to others', async () => {
  const work = { over: false }
  const working = inSteps(busy()).finally(() => (work.over = true))
  let turns = 0
  for (; !work.over; turns++) await breathe()
  expect(await working).toBe('done')
  // With one turn after every 2 ms of work it would be a hundred.
  expect(turns).toBeGreaterThan(300)
})

test('work in steps is ended by its signal, with the reason', async () => {
  const stop = new AbortController()
  const reason = inSteps(busy(), stop.signal).catch((error: unknown) => error)
  stop.abort(new Error('Enough.'))
  expect(await reason).toEqual(new Error('Enough.'))
})
