import { describe, expect, test } from 'vitest'
import { askedOf, callerOf, isOpen, judgeTry, type TryPolicy, type TryState } from './rules.ts'
import { privateSettings, type ShareSettings } from '../share/rules.ts'

const start = new Date('2026-03-04T05:06:07Z')
const after = (seconds: number, from = start) => new Date(from.getTime() + seconds * 1000)
const policy: TryPolicy = { free: 2, firstDelaySeconds: 3, delaySecondsMax: 10, forgetSeconds: 60 }
const fresh: TryState = { tries: 0, lastAt: start, nextAt: start }

/** The waits after each of so many tries, each made as soon as it may be. */
function waitsOf(count: number): number[] {
  let state = fresh
  let now = start
  return Array.from({ length: count }, () => {
    now = state.nextAt > now ? state.nextAt : now
    const verdict = judgeTry(state, policy, now)
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
    expect(judgeTry(waiting, policy, after(0.5))).toEqual({ retrySeconds: 3 })
    expect(judgeTry(waiting, policy, after(2.999))).toEqual({ retrySeconds: 1 })
    expect(judgeTry(waiting, policy, after(3))).toHaveProperty('state')
  })

  test('are forgotten after a while without one', () => {
    const many = { tries: 50, lastAt: start, nextAt: after(10) }
    expect(judgeTry(many, policy, after(59))).toMatchObject({ state: { tries: 51 } })
    expect(judgeTry(many, policy, after(60))).toMatchObject({ state: { tries: 1 } })
  })
})

describe('a caller', () => {
  test('is an IPv4 address, however it is written', () => {
    expect(callerOf('203.0.113.7')).toBe('from:203.0.113.7')
    expect(callerOf('::ffff:203.0.113.7')).toBe('from:203.0.113.7')
  })

  test('is a /64 of IPv6', () => {
    expect(callerOf('2001:db8:1:2:3:4:5:6')).toBe(callerOf('2001:db8:1:2::1'))
    expect(callerOf('2001:db8:1:3::1')).not.toBe(callerOf('2001:db8:1:2::1'))
    expect(callerOf('fe80::1%eth0')).toBe('from:fe80::')
  })
})

describe('the door', () => {
  const open: ShareSettings = { ...privateSettings, status: 'public' }

  test('is shut when the link is private, and from the instant of its expiry on', () => {
    expect(isOpen(privateSettings, start)).toBe(false)
    expect(isOpen(open, start)).toBe(true)
    expect(isOpen({ ...open, expiresAt: after(1) }, start)).toBe(true)
    expect(isOpen({ ...open, expiresAt: start }, start)).toBe(false)
  })

  test('asks for the password first, then for a listed address', () => {
    const limited: ShareSettings = {
      status: 'limited',
      emails: ['ann@example.com'],
      passwordHash: 'hash',
      expiresAt: null,
    }
    expect(askedOf(open, { password: false, email: null })).toBe('nothing')
    expect(askedOf(limited, { password: false, email: 'ann@example.com' })).toBe('password')
    expect(askedOf(limited, { password: true, email: null })).toBe('address')
    expect(askedOf(limited, { password: true, email: 'eve@example.com' })).toBe('address')
    expect(askedOf(limited, { password: true, email: 'ann@example.com' })).toBe('nothing')
  })
})
