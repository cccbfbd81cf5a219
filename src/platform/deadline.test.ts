import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  Deadline,
  DeadlineExceeded,
  endsWhileAwake,
  endsWithin,
  unlessAborted,
  withDeadline,
} from './deadline.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const never = (): Promise<never> => new Promise(() => undefined)
const failing = (): Promise<never> => Promise.reject(new Error('It broke.'))

describe('a deadline', () => {
  test('aborts when the first of its bounds is reached', () => {
    const deadline = new Deadline()
    deadline.bound(5000, () => new Error('Far too late.'))
    deadline.bound(3000, () => new Error('Late.'))
    vi.advanceTimersByTime(2999)
    expect(deadline.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(deadline.signal.reason).toEqual(new Error('Late.'))
    vi.advanceTimersByTime(2000)
    expect(deadline.signal.reason).toEqual(new Error('Late.'))
  })

  test('goes on without a bound that is lifted', () => {
    const deadline = new Deadline()
    deadline.bound(5000, () => new Error('Far too late.'))
    const lift = deadline.bound(3000, () => new Error('Late.'))
    lift()
    vi.advanceTimersByTime(4999)
    expect(deadline.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(deadline.signal.reason).toEqual(new Error('Far too late.'))
  })

  test('aborts with the caller, also one that is gone already', () => {
    const gone = new Deadline()
    gone.follow(AbortSignal.abort(), () => new Error('Nobody waits.'))
    expect(gone.signal.reason).toEqual(new Error('Nobody waits.'))
    const caller = new AbortController()
    const deadline = new Deadline()
    deadline.follow(caller.signal, () => new Error('Nobody waits.'))
    caller.abort()
    expect(deadline.signal.reason).toEqual(new Error('Nobody waits.'))
  })

  test('leaves no timer and does not hear the caller any more once it is closed', () => {
    const caller = new AbortController()
    const deadline = new Deadline()
    deadline.bound(3000, () => new Error('Late.'))
    deadline.follow(caller.signal, () => new Error('Nobody waits.'))
    deadline.close()
    caller.abort()
    expect(deadline.signal.aborted).toBe(false)
    expect([vi.getTimerCount(), getEventListeners(caller.signal, 'abort')]).toEqual([0, []])
  })
})

describe('work with a deadline', () => {
  test('gives its result or its failure, and no timer is left', async () => {
    expect(await withDeadline(3000, () => Promise.resolve(7))).toBe(7)
    await expect(withDeadline(3000, failing)).rejects.toThrow('It broke.')
    expect(await endsWithin(3000, () => Promise.resolve())).toBe(true)
    await expect(endsWithin(3000, failing)).rejects.toThrow('It broke.')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that takes too long is refused and told to stop', async () => {
    let seen: AbortSignal | undefined
    const late = withDeadline(3000, (signal) => ((seen = signal), never()))
    const ended = endsWithin(3000, never)
    vi.advanceTimersByTime(3000)
    await expect(late).rejects.toThrow(DeadlineExceeded)
    await expect(late).rejects.toThrow('No answer within 3000 ms.')
    expect(seen?.aborted).toBe(true)
    expect(await ended).toBe(false)
  })

  test('may fail after its deadline without anybody to catch that', async () => {
    const unhandled = vi.fn<(reason: unknown) => void>()
    process.on('unhandledRejection', unhandled)
    const { promise, reject } = Promise.withResolvers<never>()
    const ended = endsWithin(3000, () => promise)
    vi.advanceTimersByTime(3000)
    expect(await ended).toBe(false)
    reject(new Error('It broke much later.'))
    await new Promise(setImmediate)
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('work that this thread must be awake for', () => {
  test('is late only when the thread could have seen its end', async () => {
    vi.useRealTimers()
    const { promise, resolve } = Promise.withResolvers<void>()
    const over = endsWhileAwake(60, promise)
    setImmediate(resolve)
    const heldUntilMs = performance.now() + 200
    while (performance.now() < heldUntilMs);
    expect(await over).toBe(true)
    expect(await endsWhileAwake(60, new Promise(() => undefined))).toBe(false)
  })
})

describe('work unless aborted', () => {
  test('is not waited for after the abort, and leaves no listener behind', async () => {
    const caller = new AbortController()
    const work = unlessAborted(caller.signal, never())
    caller.abort(new Error('Nobody waits.'))
    await expect(work).rejects.toThrow('Nobody waits.')
    await expect(unlessAborted(caller.signal, never())).rejects.toThrow('Nobody waits.')
    expect(getEventListeners(caller.signal, 'abort')).toEqual([])
  })
})
