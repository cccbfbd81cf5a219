import { describe, expect, test } from 'vitest'
import {
  afterWake,
  type ListeningPhone,
  mayWakeAt,
  phonesToWake,
  wakePauseMsMax,
  type WakeState,
} from './rules.ts'

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
  phonesToWake(phones, waiting, wokenBefore, 10_000).map(({ numberId }) => numberId)

/** The higher the number of a phone, the longer ago it was woken. */
const wokenBefore = ({ numberId }: ListeningPhone): WakeState => ({
  atMs: -numberId,
  pauseMs: 1000,
  servedAt: null,
})

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

  test('once a message: one that is on its way takes it', () => {
    const phones = [phone(1), phone(2), phone(3)]
    const lately = { atMs: 9500, pauseMs: 1000, servedAt: null }
    const wake = (waiting: readonly null[], nowMs: number, servedAt: Date | null = null) =>
      phonesToWake(
        phones.map((each) => ({ ...each, servedAt: each.numberId === 1 ? servedAt : null })),
        waiting,
        ({ numberId }) => (numberId === 1 ? lately : undefined),
        nowMs,
      ).map(({ numberId }) => numberId)
    expect(wake([null], 10_000)).toEqual([])
    expect(wake([null, null], 10_000)).toEqual([2])
    expect(wake([null], 10_500)).toEqual([2])
    expect(wake([null], 10_000, new Date(5))).toEqual([2])
  })

  test('once a second, and ever more rarely while they take nothing', () => {
    const pauses: number[] = []
    let last: WakeState | undefined
    for (let nowMs = 0; pauses.length < 9; nowMs = mayWakeAt({ servedAt: null }, last)) {
      last = afterWake({ servedAt: null }, last, nowMs)
      pauses.push(last.pauseMs / 1000)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    const servedAt = new Date(5)
    expect(mayWakeAt({ servedAt }, { atMs: 7000, pauseMs: wakePauseMsMax, servedAt: null })).toBe(8000)
    expect(afterWake({ servedAt }, last, 0).pauseMs).toBe(1000)
    expect(mayWakeAt({ servedAt }, undefined)).toBe(Number.NEGATIVE_INFINITY)
  })
})
