import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api/call.ts'
import { inLanes, patiently } from './patience.ts'

const limited = new ApiError({ status: 429, code: 'rate_limited', message: '', retryAfterSeconds: 0 })

describe('work on many items', () => {
  test('waits for its turn, and says for how long', async () => {
    const waits: number[] = []
    let tries = 0
    const run = () => (++tries < 3 ? Promise.reject(limited) : Promise.resolve('done'))
    expect(await patiently(run, new AbortController().signal, (seconds) => waits.push(seconds))).toBe('done')
    expect(waits).toEqual([0, 0])
  })

  test('passes on other errors, and stops waiting when it is canceled', async () => {
    const ignore = () => undefined
    const { signal } = new AbortController()
    const other = new ApiError({ status: 404, code: 'not_found', message: 'Gone' })
    await expect(patiently(() => Promise.reject(other), signal, ignore)).rejects.toBe(other)
    await expect(
      patiently(() => Promise.reject(limited), AbortSignal.abort(new Error('Canceled')), ignore),
    ).rejects.toThrow('Canceled')
  })

  test('runs at most three at a time, and none after it is canceled', async () => {
    const stopper = new AbortController()
    let [running, most] = [0, 0]
    const done: number[] = []
    await inLanes([1, 2, 3, 4, 5, 6, 7, 8], stopper.signal, async (each) => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      done.push(each)
      if (each === 5) stopper.abort()
    })
    expect(most).toBe(3)
    expect(done.length).toBeLessThan(8)
  })
})
