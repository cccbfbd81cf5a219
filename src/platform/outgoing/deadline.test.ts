import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDeadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const open = (signal?: AbortSignal) =>
  openDeadline({ connectMsMax: 3000, answerMsMax: 5000, signal, onConnected: () => undefined })

describe('a deadline', () => {
  test('aborts after the shorter bound when nothing is connected by then', () => {
    const deadline = open()
    vi.advanceTimersByTime(2999)
    expect(deadline.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(deadline.signal.reason).toMatchObject({ reason: 'connect_timeout' })
    deadline.close()
  })

  test('counts the longer bound from the beginning once it is connected', () => {
    const deadline = open()
    vi.advanceTimersByTime(2999)
    deadline.connected()
    vi.advanceTimersByTime(2000)
    expect(deadline.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(deadline.signal.reason).toMatchObject({ reason: 'answer_timeout' })
    deadline.close()
  })

  test('leaves no timer and does not hear the caller any more once it is closed', () => {
    const caller = new AbortController()
    const deadline = open(caller.signal)
    deadline.close()
    caller.abort()
    expect(deadline.signal.aborted).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })
})
