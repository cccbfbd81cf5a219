import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../test/database.ts'
import { silentLog } from '../../../../test/log.ts'
import type { PlatformContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { purgeThrottles } from './purge-throttles.ts'
import { resetThrottle, takeAttempt, throttleWait, type ThrottledTarget } from './store.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(() => place.close())

const policy = { free: 2, firstDelaySeconds: 4, delaySecondsMax: 60, forgetSeconds: 600 }
const triesAt = (target: string, subject = 'from:192.0.2.1'): ThrottledTarget => ({
  target,
  throttles: [
    { subject, policy, shared: false },
    { subject: 'all', policy: { ...policy, free: 4 }, shared: true },
  ],
})
const take = (tries: ThrottledTarget) => takeAttempt(place.database, [tries], place.clock.now())
const taken = async (tries: ThrottledTarget, count: number) => {
  const waits: number[] = []
  for (let at = 0; at < count; at++) waits.push(await take(tries))
  return waits
}

describe('takeAttempt', () => {
  test('counts 50 at the same moment as 50', async () => {
    const waits = await Promise.all(Array.from({ length: 50 }, () => take(triesAt('parallel'))))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(waits.filter((wait) => wait === 4)).toHaveLength(47)
  })

  test('counts targets and subjects apart, and all subjects of a target together', async () => {
    expect(await taken(triesAt('one', 'from:a'), 4)).toEqual([0, 0, 0, 4])
    expect(await taken(triesAt('two', 'from:a'), 1)).toEqual([0])
    // The fifth try of all is the first that is not free, the sixth waits.
    expect(await taken(triesAt('one', 'from:b'), 3)).toEqual([0, 0, 4])
  })

  test('does not count what it refuses', async () => {
    const tries = triesAt('refused')
    await taken(tries, 10)
    place.clock.advance(4000)
    expect(await taken(tries, 2)).toEqual([0, 8])
  })
})

describe('takeAttempt with work', () => {
  const takeWith = (tries: ThrottledTarget, work: (tx: Transaction) => Promise<void>) =>
    takeAttempt(place.database, [tries], place.clock.now(), work)

  test('does it with each try that may go on, and not with one that waits', async () => {
    let done = 0
    const waits: number[] = []
    for (let at = 0; at < 5; at++)
      waits.push(await takeWith(triesAt('worked'), () => Promise.resolve(void done++)))
    expect({ waits, done }).toEqual({ waits: [0, 0, 0, 4, 4], done: 3 })
  })

  test('counts no try whose work failed', async () => {
    const tries = triesAt('failed')
    const failing = (tx: Transaction) => tx.run(sql`select 1 / 0`).then(() => undefined)
    for (let at = 0; at < 5; at++) await expect(takeWith(tries, failing)).rejects.toThrow('division by zero')
    expect(await taken(tries, 4)).toEqual([0, 0, 0, 4])
  })
})

describe('takeAttempt at several secrets', () => {
  test('counts at each of them, and at none when one of them refuses', async () => {
    const [here, there] = [triesAt('here'), triesAt('there')]
    const both = () => takeAttempt(place.database, [here, there], place.clock.now())
    expect(await both()).toBe(0)
    expect(await taken(there, 3)).toEqual([0, 0, 4])
    expect(await both()).toBe(4)
    const rows = await place.database.rows<{ tries: number }>(
      sql`select tries from platform.try where target = 'here' order by subject`,
    )
    expect(rows).toEqual([{ tries: 1 }, { tries: 1 }])
  })
})

describe('throttleWait', () => {
  test('knows what takeAttempt would refuse, and counts nothing', async () => {
    const tries = triesAt('known')
    const wait = () => throttleWait(place.database, [tries], place.clock.now())
    expect(await wait()).toBe(0)
    await taken(tries, 3)
    expect([await wait(), await wait(), await take(tries)]).toEqual([4, 4, 4])
    place.clock.advance(4000)
    expect(await wait()).toBe(0)
    expect(await take(tries)).toBe(0)
  })
})

describe('resetThrottle', () => {
  test('takes all tries of the one who succeeded back, and one of those that others share', async () => {
    const tries = triesAt('forgiven')
    await taken(tries, 3)
    await resetThrottle(place.database, tries)
    const rows = await place.database.rows<{ subject: string; tries: number }>(
      sql`select subject, tries from platform.try where target = 'forgiven' order by subject`,
    )
    expect(rows).toEqual([
      { subject: 'all', tries: 2 },
      { subject: 'from:192.0.2.1', tries: 0 },
    ])
    expect(await take(tries)).toBe(0)
  })
})

describe('purge-throttles', () => {
  test('deletes tries once they are forgotten, not before', async () => {
    const { database, clock } = place
    const context = { database, clock, log: silentLog } as unknown as PlatformContext
    const left = async () =>
      (
        await database.one<{ left: number }>(
          sql`select count(*) as left from platform.try where target = 'old'`,
        )
      ).left
    await take(triesAt('old'))
    clock.advance(policy.forgetSeconds * 1000 - 1)
    await purgeThrottles.run({}, context)
    expect(await left()).toBe(2)
    clock.advance(1)
    await purgeThrottles.run({}, context)
    expect(await left()).toBe(0)
  })
})
