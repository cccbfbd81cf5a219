import { describe, expect, test } from 'vitest'
import { judgeAttempt, type ThrottlePolicy, type ThrottleState } from './throttle.ts'

const start = new Date('2026-03-04T05:06:07Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const policy: ThrottlePolicy = { free: 2, firstDelaySeconds: 3, delaySecondsMax: 10, forgetSeconds: 60 }
const fresh: ThrottleState = { tries: 0, lastAt: start, nextAt: start }

/** The waits after each of so many tries, each made as soon as it may be. */
function waitsOf(count: number): number[] {
  let state = fresh
  let now = start
  return Array.from({ length: count }, () => {
    now = state.nextAt > now ? state.nextAt : now
    const verdict = judgeAttempt(state, policy, now)
    if (!('state' in verdict)) throw new Error('refused')
    state = verdict.state
    return (state.nextAt.getTime() - now.getTime()) / 1000
  })
}

describe('tries', () => {
  test('are free at first, then wait twice as long each time, up to a limit', () => {
    expect(waitsOf(6)).toEqual([0, 0, 3, 6, 10, 10])
  })

  test('before their time are told how long to wait', () => {
    const waiting = { tries: 3, lastAt: start, nextAt: after(3) }
    expect(judgeAttempt(waiting, policy, after(0.5))).toEqual({ retrySeconds: 3 })
    expect(judgeAttempt(waiting, policy, after(2.999))).toEqual({ retrySeconds: 1 })
    expect(judgeAttempt(waiting, policy, after(3))).toHaveProperty('state')
  })

  test('are forgotten after a while without one', () => {
    const many = { tries: 50, lastAt: start, nextAt: after(10) }
    expect(judgeAttempt(many, policy, after(59))).toMatchObject({ state: { tries: 51 } })
    expect(judgeAttempt(many, policy, after(60))).toMatchObject({ state: { tries: 1 } })
  })
})
