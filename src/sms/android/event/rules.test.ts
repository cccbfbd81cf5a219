import { describe, expect, test } from 'vitest'
import type { ListeningPhone } from './model.ts'
import { mayWakeAt, phonesToWake, wakePauseMsMax, wokenNow, type Woken } from './rules.ts'

const phone = (numberId: number, more: Partial<ListeningPhone> = {}): ListeningPhone => ({
  deviceId: `device-${numberId}`,
  numberId,
  pool: true,
  hasRoom: true,
  hasOwn: false,
  servedAt: null,
  ...more,
})

const woken = (phones: readonly ListeningPhone[], waiting: readonly (number | null)[]) =>
  phonesToWake(phones, waiting, ({ numberId }) => -numberId).map(({ numberId }) => numberId)

describe('phones are woken', () => {
  test('when a message is meant for them, else as many as there are messages, the longest idle first', () => {
    const phones = [phone(1), phone(2), phone(3), phone(4)]
    expect(woken(phones, [])).toEqual([])
    expect(woken(phones, [2])).toEqual([2])
    expect(woken(phones, [null])).toEqual([4])
    expect(woken(phones, [2, null, null, 2])).toEqual([2, 4, 3])
  })

  test('only with room for more, and dedicated ones only for their own', () => {
    const phones = [
      phone(1, { hasRoom: false }),
      phone(2, { pool: false }),
      phone(3, { pool: false, hasOwn: true }),
    ]
    expect(woken(phones, [null, null, 1])).toEqual([3])
    expect(woken([phone(4, { hasRoom: false, hasOwn: true })], [])).toEqual([4])
  })

  test('once a second, and ever more rarely while they take nothing', () => {
    const pauses: number[] = []
    let last: Woken | undefined
    for (let nowMs = 0; pauses.length < 9; nowMs = mayWakeAt({ servedAt: null }, last)) {
      last = wokenNow({ servedAt: null }, last, nowMs)
      pauses.push(last.pauseMs / 1000)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    const servedAt = new Date(5)
    expect(mayWakeAt({ servedAt }, { atMs: 7000, pauseMs: wakePauseMsMax, servedAt: null })).toBe(8000)
    expect(wokenNow({ servedAt }, last, 0).pauseMs).toBe(1000)
    expect(mayWakeAt({ servedAt }, undefined)).toBe(Number.NEGATIVE_INFINITY)
  })
})
