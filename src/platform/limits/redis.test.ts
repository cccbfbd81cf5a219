import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock, testDatabase } from '../../../test/database.ts'
import type { TestClock, TestDatabase } from '../../../test/database.ts'
import { sql } from '../database/sql.ts'
import { describeCounterStore, perDay, perMinute, recordingLog } from './counter-store.contract.ts'
import { LimitsUnavailable } from './limit.ts'
import { openRedisCounters } from './redis.ts'
import { redisMissing, startRedis } from './redis-server.testing.ts'
import { eventually } from '../../../test/until.ts'

let server: Awaited<ReturnType<typeof startRedis>>
let own: TestDatabase

beforeEach(async () => {
  own = await testDatabase()
})

afterEach(() => own.close())

async function open(clock: TestClock, log = recordingLog().log) {
  const store = openRedisCounters({ url: server.url, database: own.database, clock, log })
  expect(await store.ready(5000)).toBe(true)
  return store
}

async function withRedis<Result>(work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(server.url)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

describe.skipIf(redisMissing)('with a redis-server', () => {
  beforeAll(async () => {
    server = await startRedis()
  })

  afterAll(() => server.kill())

  describeCounterStore('Redis', async (clock) => {
    await withRedis((redis) => redis.flushall())
    let store = await open(clock)
    return {
      clock,
      store,
      reopen: async () => (store = await open(clock)),
      end: () => store.close(),
    }
  })
})

describe.skipIf(redisMissing)('counters in Redis', () => {
  let clock: TestClock

  beforeEach(async () => {
    clock = testClock('2031-05-01T12:00:00.000Z')
    server = await startRedis()
  })

  afterEach(() => server.kill())

  test('are shared by all processes', async () => {
    const stores = await Promise.all([open(clock), open(clock), open(clock)])
    const verdicts = await Promise.all(
      Array.from({ length: 600 }, (_, index) => stores[index % 3] ?? stores[0]).map((store) =>
        store.take([perMinute(100), perDay(1000)]),
      ),
    )
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(100)
    expect((await stores[0].take([perDay(1000)])).states[0]?.remaining).toBe(899)
    await Promise.all(stores.map((store) => store.close()))
  })

  test('are kept under keys that begin with bureau: and expire', async () => {
    const store = await open(clock)
    await store.take([perMinute(10), perDay(10)])
    await withRedis(async (redis) => {
      const keys = await redis.keys('*')
      expect(keys.toSorted()).toEqual([
        'bureau:limit:fixed:60:key:1:minute',
        'bureau:limit:rolling:86400:key:1:day',
      ])
      expect(await redis.ttl('bureau:limit:fixed:60:key:1:minute')).toBeGreaterThan(110)
      expect(await redis.ttl('bureau:limit:rolling:86400:key:1:day')).toBeGreaterThan(86_400)
    })
    await store.close()
  })

  test('cost one command each, also after the script was flushed', async () => {
    const store = await open(clock)
    await store.take([perDay(10)])
    await withRedis((redis) => redis.script('FLUSH'))
    expect((await store.take([perDay(10)])).states[0]?.remaining).toBe(8)
    const calls = async () =>
      withRedis(async (redis) => /cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1])
    const before = Number(await calls())
    for (let count = 0; count < 5; count += 1) await store.take([perMinute(100), perDay(100)])
    expect(Number(await calls()) - before).toBe(5)
    await store.close()
  })

  test('refuse at once while Redis is gone and count again when it is back', async () => {
    const { log, lines } = recordingLog()
    const store = await open(clock, log)
    await store.take([perDay(10)])
    await server.kill()
    const startedMs = performance.now()
    for (let count = 0; count < 20; count += 1) {
      await expect(store.take([perDay(10)])).rejects.toBeInstanceOf(LimitsUnavailable)
    }
    // One after another: had each waited for an answer, these were five seconds.
    expect(performance.now() - startedMs).toBeLessThan(4500)
    await server.restart()
    await eventually(async () => expect((await store.take([perDay(10)])).allowed).toBe(true))
    expect(lines).toEqual([
      'Redis cannot be reached; requests are refused until it is back.',
      'Redis is back.',
    ])
    await store.close()
  })

  test('refuse after a quarter of a second while Redis hangs, and count again when it goes on', async () => {
    const store = await open(clock)
    await store.take([perDay(10)])
    server.freeze()
    const startedMs = performance.now()
    await Promise.all(
      Array.from({ length: 20 }, () =>
        expect(store.take([perDay(1000)])).rejects.toBeInstanceOf(LimitsUnavailable),
      ),
    )
    // All at once: had one waited for another, these were five seconds.
    const waitedMs = performance.now() - startedMs
    expect(waitedMs).toBeGreaterThanOrEqual(240)
    expect(waitedMs).toBeLessThan(4500)
    server.thaw()
    await eventually(async () => expect((await store.take([perDay(1000)])).allowed).toBe(true))
    await store.close()
  })

  test('refuse when Redis answers an error', async () => {
    const store = await open(clock)
    await withRedis((redis) => redis.set('bureau:limit:rolling:86400:key:1:day', 'not a list'))
    await expect(store.take([perDay(10)])).rejects.toBeInstanceOf(LimitsUnavailable)
    await store.close()
    await expect(store.take([perDay(10)])).rejects.toBeInstanceOf(LimitsUnavailable)
  })

  describe('that Redis lost', () => {
    const losses: Readonly<Record<string, () => Promise<unknown>>> = {
      'by FLUSHALL': () => withRedis((redis) => redis.flushall()),
      'by a restart without its data': async () => {
        await server.kill()
        await server.restart()
      },
      'by eviction of one key': () => withRedis((redis) => redis.del('bureau:limit:rolling:86400:key:1:day')),
    }

    test.each(Object.entries(losses))('%s go on where they were', async (_, lose) => {
      const [one, other] = [await open(clock), await open(clock)]
      for (let count = 0; count < 3; count += 1) {
        await one.take([perDay(10)])
        await other.take([perDay(10)])
        clock.advance(15_000)
      }
      await keptInDatabase(6)
      await lose()
      const remaining = async (store: typeof one) =>
        eventually(async () => (await store.take([perDay(10)])).states[0]?.remaining)
      expect([await remaining(one), await remaining(other)]).toEqual([3, 2])
      clock.set('2031-05-02T12:00:09.999Z')
      expect(await remaining(one)).toBe(3)
      await Promise.all([one.close(), other.close()])
    })

    test('go on exactly for the process that counted, before anything was written', async () => {
      const store = await open(clock)
      for (let count = 0; count < 4; count += 1) await store.take([perMinute(100), perDay(10)])
      await withRedis((redis) => redis.flushall())
      const verdicts = await Promise.all(
        Array.from({ length: 20 }, () => store.take([perMinute(100), perDay(10)])),
      )
      expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(6)
      await store.close()
    })

    test('do not come back from a time that the clock had wrongly', async () => {
      clock.advance(31_536_000_000)
      const store = await open(clock)
      await store.take([perDay(10)])
      await keptInDatabase(1)
      clock.advance(-31_536_000_000)
      await withRedis((redis) => redis.flushall())
      await store.close()
      const next = await open(clock)
      expect((await next.take([perDay(10)])).states[0]?.remaining).toBe(9)
      await next.close()
    })

    test('are refused while PostgreSQL cannot say what they were', async () => {
      const store = await open(clock)
      await own.database.run(sql`alter table platform.counter rename to away`)
      await expect(store.take([perDay(10)])).rejects.toBeInstanceOf(LimitsUnavailable)
      await own.database.run(sql`alter table platform.away rename to counter`)
      expect((await store.take([perDay(10)])).allowed).toBe(true)
      await store.close()
    })

    /** Waits until counts are written. */
    const keptInDatabase = (total: number) =>
      eventually(async () =>
        expect(
          await own.database.one(sql`select coalesce(sum(count), 0)::int as total from platform.counter`),
        ).toEqual({ total }),
      )
  })

  test.each([
    ['is full', 'config set maxmemory 1', 'config set maxmemory 0'],
    ['has become a replica', 'replicaof 127.0.0.1 1', 'replicaof no one'],
  ])('cannot be checked while Redis answers but %s', async (_, change, undo) => {
    const store = await open(clock)
    await store.check()
    const tell = (words: string) => withRedis((redis) => redis.call(...(words.split(' ') as [string])))
    await tell(change)
    await expect(store.take([perDay(10)])).rejects.toThrow(LimitsUnavailable)
    await eventually(() =>
      expect(store.check()).rejects.toThrow(
        'Redis refuses to count, and requests are refused until it does. See the log for the cause.',
      ),
    )
    await tell(undo)
    await eventually(() => store.check())
    await store.close()
  })

  test('cannot be checked while Redis is away', async () => {
    const store = await open(clock)
    await store.check()
    await server.kill()
    await expect(store.check()).rejects.toThrow('Redis does not answer; requests are refused until it does.')
    await server.restart()
    await eventually(() => store.check())
    await store.close()
  })
})
