import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testClock, testDatabase } from '../../../test/database.ts'
import type { TestClock, TestDatabase } from '../../../test/database.ts'
import { sql } from '../database/sql.ts'
import { describeCounterStore, perDay, perMinute, recordingLog } from './counter-store.contract.ts'
import { LimitsUnavailable } from './limit.ts'
import { openMemoryCounters } from './memory.ts'
import { sweepCounters } from './store.ts'
import { eventually } from '../../../test/until.ts'

describeCounterStore('memory with PostgreSQL', async (clock) => {
  const { database, close } = await testDatabase()
  const open = () => openMemoryCounters({ database, clock, log: recordingLog().log })
  let store = open()
  return {
    clock,
    store,
    reopen: async () => (store = open()),
    end: async () => {
      await store.close()
      await close()
    },
  }
})

describe('counters in memory', () => {
  let clock: TestClock
  let own: TestDatabase

  beforeEach(async () => {
    clock = testClock('2031-05-01T12:00:00.000Z')
    own = await testDatabase()
  })

  afterEach(() => own.close())

  const open = (countersMax?: number) => {
    const { database } = own
    return openMemoryCounters({
      database,
      clock,
      log: recordingLog().log,
      ...(countersMax ? { countersMax } : {}),
    })
  }
  const savedCount = async () =>
    own.database.one<{ count: number }>(
      sql`select coalesce(sum(count), 0)::int as count from platform.counter`,
    )

  test('are written to PostgreSQL by themselves, for a process that is killed', async () => {
    const killed = open()
    for (let count = 0; count < 7; count += 1) await killed.take([perMinute(10), perDay(10)])
    await eventually(async () => expect(await savedCount()).toEqual({ count: 14 }))
    const next = open()
    expect((await next.take([perMinute(10), perDay(10)])).states.map((state) => state.remaining)).toEqual([
      2, 2,
    ])
    await next.close()
    await killed.close()
  })

  test('survive a restart while the clock is behind what was counted', async () => {
    const first = open()
    clock.advance(31_536_000 * 1000)
    for (let count = 0; count < 2; count += 1) await first.take([perMinute(2), perDay(2)])
    await first.close()
    clock.advance(-31_536_000 * 1000)
    const second = open()
    expect((await second.take([perMinute(2), perDay(2)])).states.map((state) => state.remaining)).toEqual([
      0, 0,
    ])
    await second.close()
    clock.advance(86_420 * 1000)
    const third = open()
    expect((await third.take([perMinute(2), perDay(2)])).allowed).toBe(true)
    await third.close()
  })

  test('are forgotten when there are too many, and found again in PostgreSQL', async () => {
    const store = open(10)
    for (let key = 0; key < 10; key += 1) await store.take([perDay(2, `key:${key}:day`)])
    await eventually(async () => expect(await savedCount()).toEqual({ count: 10 }))
    for (let key = 0; key < 10; key += 1) {
      await eventually(() => store.take([perMinute(100, `key:${key}:minute`)]))
    }
    for (let key = 0; key < 10; key += 1) {
      const verdict = await eventually(() => store.take([perDay(2, `key:${key}:day`)]))
      expect(verdict).toMatchObject({ allowed: true, states: [{ remaining: 0 }] })
    }
    await store.close()
  })

  test('refuse a new counter when none of those in memory is saved yet', async () => {
    const store = open(2)
    await store.take([perDay(2, 'a')])
    await store.take([perDay(2, 'b')])
    await expect(store.take([perDay(2, 'c')])).rejects.toBeInstanceOf(LimitsUnavailable)
    await store.close()
  })

  test('say so when one name is used with two windows', async () => {
    const store = open()
    await store.take([perDay(2, 'a')])
    await expect(store.take([perMinute(2, 'a')])).rejects.toThrow('Counter a was used with a rolling window')
    await store.close()
  })

  test('go on without PostgreSQL when they are loaded, refuse others after 5 seconds, and catch up later', async () => {
    const store = open()
    await store.take([perDay(10)])
    await own.database.run(sql`alter table platform.counter rename to away`)
    const refused = Promise.allSettled([store.take([perDay(10, 'other')])])
    expect((await store.take([perDay(10)])).states[0]?.remaining).toBe(8)
    expect(await refused).toMatchObject([
      { status: 'rejected', reason: expect.any(LimitsUnavailable) as unknown },
    ])
    const startedMs = performance.now()
    await expect(store.take([perDay(10, 'other')])).rejects.toBeInstanceOf(LimitsUnavailable)
    // Had it waited again, this were five seconds.
    expect(performance.now() - startedMs).toBeLessThan(4000)
    await own.database.run(sql`alter table platform.away rename to counter`)
    expect((await store.take([perDay(10, 'other')])).allowed).toBe(true)
    await store.close()
    expect(await savedCount()).toEqual({ count: 3 })
  })

  test('share one load between calls at the same time', async () => {
    const { database } = own
    let loads = 0
    const rows: typeof database.rows = (statement) => {
      loads += 1
      return database.rows(statement)
    }
    const store = openMemoryCounters({ database: { ...database, rows }, clock, log: recordingLog().log })
    await Promise.all(Array.from({ length: 50 }, () => store.take([perMinute(100), perDay(100)])))
    expect(loads).toBe(1)
    await store.close()
  })

  test('leave rows that a sweep deletes once no window counts them', async () => {
    const store = open()
    await store.take([perMinute(10), perDay(10)])
    clock.advance(60 * 1000)
    await store.take([perMinute(10), perDay(10)])
    await store.close()
    const { database } = own
    const rowsLeft = async () => {
      expect(await sweepCounters(database, undefined, clock.now().getTime())).toBeUndefined()
      return database.run(sql`select 1 from platform.counter`)
    }
    expect(await rowsLeft()).toBe(3)
    clock.advance(60 * 1000)
    expect(await rowsLeft()).toBe(2)
    clock.advance((86_400 - 60) * 1000)
    expect(await rowsLeft()).toBe(1)
    clock.advance(10 * 1000)
    expect(await rowsLeft()).toBe(0)
  })

  test('are swept in steps that come to an end', async () => {
    const { database } = own
    await database.run(sql`
      insert into platform.counter (counter, bucket_seconds, bucket, count)
      select 'key:' || n, 60, 1, 1 from generate_series(1, 12000) as n
    `)
    let after: Awaited<ReturnType<typeof sweepCounters>>
    let steps = 0
    do {
      after = await sweepCounters(database, after, clock.now().getTime())
      steps += 1
    } while (after)
    expect(steps).toBe(3)
    expect(await savedCount()).toEqual({ count: 0 })
  })
})
