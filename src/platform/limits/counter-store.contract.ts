import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../test/database.ts'
import type { TestClock } from '../../../test/database.ts'
import type { Log } from '../log/log.ts'
import type { CounterStore, Limit } from './limit.ts'

/** What was logged as an error or warning, as text. */
export function recordingLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = []
  const keep = (_fields: unknown, message: string) => void lines.push(message)
  return { lines, log: { debug: () => {}, info: keep, warn: keep, error: keep } }
}

export const perMinute = (max: number, counter = 'key:1:minute'): Limit => ({
  name: 'minute',
  counter,
  max,
  windowSeconds: 60,
  kind: 'fixed',
})

export const perDay = (max: number, counter = 'key:1:day'): Limit => ({
  name: 'day',
  counter,
  max,
  windowSeconds: 86_400,
  kind: 'rolling',
})

export interface CounterStoreFixture {
  readonly clock: TestClock
  readonly store: CounterStore
  /** Another store over the same counts, opened when the first was closed or is gone. */
  readonly reopen: () => Promise<CounterStore>
  readonly end: () => Promise<void>
}

/** The promises of CounterStore, for every implementation. */
export function describeCounterStore(
  name: string,
  open: (clock: TestClock) => Promise<CounterStoreFixture>,
): void {
  describe(`${name} as a counter store`, () => {
    let clock: TestClock
    let store: CounterStore
    let fixture: CounterStoreFixture

    beforeEach(async () => {
      clock = testClock('2031-05-01T12:00:00.000Z')
      fixture = await open(clock)
      store = fixture.store
    })

    afterEach(() => fixture.end())

    const allowed = async (...limits: Limit[]) => (await store.take(limits)).allowed
    const remaining = async (...limits: Limit[]) =>
      (await store.take(limits)).states.map((state) => state.remaining)

    async function takeTimes(times: number, ...limits: Limit[]): Promise<void> {
      for (let count = 0; count < times; count += 1) expect(await allowed(...limits)).toBe(true)
    }

    test('says how many are left after each request, and refuses at the cap', async () => {
      expect(await remaining(perMinute(3), perDay(5))).toEqual([2, 4])
      expect(await remaining(perMinute(3), perDay(5))).toEqual([1, 3])
      expect(await remaining(perMinute(3), perDay(5))).toEqual([0, 2])
      const refusal = await store.take([perMinute(3), perDay(5)])
      expect(refusal).toMatchObject({
        allowed: false,
        refusedBy: { limit: { name: 'minute' }, remaining: 0 },
      })
      expect(refusal.states.map((state) => state.remaining)).toEqual([0, 2])
    })

    test('has no refusedBy when the request is allowed', async () => {
      expect(await store.take([perMinute(1)])).not.toHaveProperty('refusedBy')
    })

    test('counts minutes by the clock on the wall', async () => {
      clock.set('2031-05-01T12:00:59.999Z')
      await takeTimes(2, perMinute(2))
      expect(await allowed(perMinute(2))).toBe(false)
      clock.set('2031-05-01T12:01:00.000Z')
      await takeTimes(2, perMinute(2))
      expect(await allowed(perMinute(2))).toBe(false)
    })

    test('rolls days: midnight frees nothing, 24 hours later the oldest leave', async () => {
      clock.set('2031-05-01T23:50:00.000Z')
      await takeTimes(2, perDay(3))
      clock.set('2031-05-01T23:59:00.000Z')
      await takeTimes(1, perDay(3))
      clock.set('2031-05-02T00:00:01.000Z')
      expect(await allowed(perDay(3))).toBe(false)
      clock.set('2031-05-02T23:49:59.999Z')
      expect(await allowed(perDay(3))).toBe(false)
      clock.set('2031-05-02T23:50:00.000Z')
      await takeTimes(2, perDay(3))
      expect(await allowed(perDay(3))).toBe(false)
    })

    test('counts nothing anywhere when one limit refuses', async () => {
      const [narrow, wide] = [perMinute(1, 'key:1:narrow'), perMinute(10, 'key:1:wide')]
      await takeTimes(1, narrow)
      for (let count = 0; count < 5; count += 1) expect(await allowed(wide, narrow, perDay(10))).toBe(false)
      expect(await remaining(wide, perDay(10))).toEqual([9, 9])
    })

    test('names the first limit without room', async () => {
      await takeTimes(1, perMinute(1), perDay(1))
      expect((await store.take([perDay(1), perMinute(1)])).refusedBy?.limit.name).toBe('day')
      expect((await store.take([perMinute(1), perDay(1)])).refusedBy?.limit.name).toBe('minute')
    })

    test('lets exactly 100 of 1,000 at the same moment through', async () => {
      const verdicts = await Promise.all(
        Array.from({ length: 1000 }, () => store.take([perMinute(100), perDay(500)])),
      )
      expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(100)
      const left = verdicts
        .filter((verdict) => verdict.allowed)
        .map((verdict) => verdict.states[0]?.remaining)
      expect(left.toSorted((a = 0, b = 0) => b - a)).toEqual(
        Array.from({ length: 100 }, (_, index) => 99 - index),
      )
      expect(await remaining(perDay(500))).toEqual([399])
    })

    test('tells the seconds until the window ends or the oldest leaves', async () => {
      const seconds = async () =>
        (await store.take([perMinute(9), perDay(9)])).states.map((state) => state.resetSeconds)
      expect(await seconds()).toEqual([60, 86_400])
      clock.set('2031-05-01T12:00:59.500Z')
      expect(await seconds()).toEqual([1, 86_341])
      clock.set('2031-05-02T11:59:59.999Z')
      expect(await seconds()).toEqual([1, 1])
    })

    test('frees shorter rolling windows to the second', async () => {
      const limit: Limit = {
        name: 'endpoint',
        counter: 'invite',
        max: 1,
        windowSeconds: 600,
        kind: 'rolling',
      }
      clock.set('2031-05-01T12:00:03.700Z')
      await takeTimes(1, limit)
      clock.set('2031-05-01T12:10:03.699Z')
      expect(await allowed(limit)).toBe(false)
      clock.set('2031-05-01T12:10:03.700Z')
      expect(await allowed(limit)).toBe(true)
    })

    test('allows nothing under a cap of 0 and nothing more under one that was lowered', async () => {
      expect(await store.take([perMinute(0, 'zero')])).toMatchObject({
        allowed: false,
        states: [{ remaining: 0 }],
      })
      expect(await store.take([perDay(0, 'zero day')])).toMatchObject({
        allowed: false,
        states: [{ remaining: 0 }],
      })
      await takeTimes(5, perMinute(5))
      expect(await store.take([perMinute(2)])).toMatchObject({ allowed: false, states: [{ remaining: 0 }] })
    })

    test('keeps counters of different names apart', async () => {
      await takeTimes(1, perMinute(1, 'key:1:minute'))
      await takeTimes(1, perMinute(1, 'key:2:minute'))
      expect(await allowed(perMinute(1, 'key:1:minute'))).toBe(false)
    })

    test('keeps counts over a restart', async () => {
      await takeTimes(3, perMinute(5), perDay(9))
      clock.advance(30 * 1000)
      await takeTimes(1, perDay(9))
      await store.close()
      store = await fixture.reopen()
      expect(await remaining(perMinute(5), perDay(9))).toEqual([1, 4])
      clock.set('2031-05-02T12:00:29.999Z')
      expect(await remaining(perDay(9))).toEqual([6])
    })

    test('frees everything when the clock is set forward by a day', async () => {
      await takeTimes(2, perMinute(2), perDay(2))
      clock.advance(86_400 * 1000)
      await takeTimes(2, perMinute(2), perDay(2))
    })

    test('frees nothing when the clock goes back a little', async () => {
      clock.set('2031-05-01T12:01:00.000Z')
      await takeTimes(2, perMinute(2), perDay(2))
      clock.set('2031-05-01T12:00:59.900Z')
      const states = (await store.take([perMinute(2), perDay(2)])).states
      expect(states.map((state) => state.remaining)).toEqual([0, 0])
      expect(states.map((state) => state.resetSeconds)).toEqual([60, 86_400])
      clock.set('2031-05-01T12:01:59.000Z')
      expect(await allowed(perMinute(2))).toBe(false)
      clock.set('2031-05-01T12:02:00.000Z')
      expect(await allowed(perMinute(2))).toBe(true)
    })

    test.each(['60 s', '1 day', '1 year'])(
      'outlives no window after the clock was %s ahead',
      async (ahead) => {
        const seconds = { '60 s': 60, '1 day': 86_400, '1 year': 31_536_000 }[ahead] ?? 0
        clock.advance(seconds * 1000)
        await takeTimes(2, perMinute(2), perDay(2))
        clock.advance(-seconds * 1000)
        expect(await remaining(perMinute(2))).toEqual([0])
        expect(await remaining(perDay(2))).toEqual([0])
        clock.advance(120 * 1000)
        expect(await allowed(perMinute(2))).toBe(true)
        clock.advance((86_400 - 121) * 1000)
        expect(await allowed(perDay(2))).toBe(false)
        clock.advance(1 * 1000)
        expect(await allowed(perDay(2))).toBe(true)
      },
    )

    test('never lets more than the cap into 24 hours, and frees each within 10 seconds of its time', async () => {
      const max = 20
      let taken: number[] = []
      for (let step = 0; step < 600; step += 1) {
        // A walk without chance that meets crowded buckets, quiet hours and a day without anything.
        clock.advance(([0, 0.25, 3, 9.9, 10, 1801.5, 7200, step === 300 ? 90_000 : 0][step % 8] ?? 0) * 1000)
        const nowMs = clock.now().getTime()
        taken = taken.filter((time) => time + 86_410_000 > nowMs)
        const inWindow = taken.filter((time) => time + 86_400_000 > nowMs).length
        const verdict = await store.take([perDay(max)])
        if (verdict.allowed) {
          expect(inWindow).toBeLessThan(max)
          taken.push(nowMs)
        } else {
          expect(taken.length).toBeGreaterThanOrEqual(max)
        }
      }
    })
  })
}
