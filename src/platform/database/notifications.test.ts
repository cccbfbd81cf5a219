import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { silentLog } from '../../../test/log.ts'
import { monotonicMs } from '../clock.ts'
import type { Notifications } from '../notifications.ts'
import { openNotifications } from './notifications.ts'
import { sql } from './sql.ts'
import { until } from '../../../test/until.ts'

let world: TestDatabase
let a: Notifications
let b: Notifications
beforeAll(async () => {
  world = await testDatabase({ migrated: false })
  const { connectionString } = world
  a = await openNotifications({ connectionString, log: silentLog })
  b = await openNotifications({ connectionString, log: silentLog })
})
afterAll(async () => {
  await a.close()
  await b.close()
  await world.close()
})

const cutListeners = () =>
  world.database.run(sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where application_name = 'bureau listener' and datname = current_database()
  `)

describe('a notice', () => {
  test('reaches every process, this one included, with what it says', async () => {
    const heard: string[] = []
    const stops = [
      a.listen('identity', (payload) => void heard.push(`a ${payload}`)),
      b.listen('identity', (payload) => void heard.push(`b ${payload}`)),
      b.listen('other', (payload) => void heard.push(`other ${payload}`)),
    ]
    await world.database.run(sql`select pg_notify('bureau', 'identity:key:17')`)
    await until(() => heard.length === 2)
    expect(heard.sort()).toEqual(['a key:17', 'b key:17'])
    for (const stop of stops) stop()
    await world.database.run(sql`select pg_notify('bureau', 'identity:key:18')`)
    await a.acknowledged(2_000)
    expect(heard).toHaveLength(2)
  })

  test('of a transaction that was rolled back reaches no process', async () => {
    const heard: string[] = []
    const stop = b.listen('identity', (payload) => void heard.push(payload))
    await world.database
      .transaction(async (tx) => {
        await tx.run(sql`select pg_notify('bureau', 'identity:never')`)
        throw new Error('back')
      })
      .catch(() => {})
    await a.acknowledged(2_000)
    expect(heard).toEqual([])
    stop()
  })

  test('that is published many times goes out at once, and once more for the rest', async () => {
    let heard = 0
    const stop = b.listen('messages', () => void heard++)
    for (let time = 0; time < 500; time++) a.notify('messages')
    await until(() => heard === 2)
    await a.acknowledged(2_000)
    expect(heard).toBe(2)
    stop()
  })

  test('does not keep others from being heard when a listener fails', async () => {
    let heard = 0
    const stops = [
      b.listen('identity', () => {
        throw new Error('broken listener')
      }),
      b.listen('identity', () => void heard++),
    ]
    await world.database.run(sql`select pg_notify('bureau', 'identity:x')`)
    await a.acknowledged(2_000)
    expect(heard).toBe(1)
    for (const stop of stops) stop()
  })
})

describe('ask', () => {
  test('brings an answer of every process, this one included, and an empty one for an unknown topic', async () => {
    a.onQuestion('weather', () => 'sunny')
    b.onQuestion('weather', () => 'rain, then sun')
    expect(new Set(await a.ask('weather'))).toEqual(new Set(['rain, then sun', 'sunny']))
    expect(await b.ask('stocks')).toEqual(['', ''])
  })
})

describe('acknowledged', () => {
  test(
    'returns only when the other process has handled what was committed before',
    { timeout: 60_000 },
    async () => {
      const heard = new Set<string>()
      const stop = b.listen('identity', (payload) => void heard.add(payload))
      for (let turn = 0; turn < 400; turn++) {
        await world.database.transaction(async (tx) => {
          await tx.run(sql`select pg_notify('bureau', ${`identity:${turn}`})`)
        })
        await a.acknowledged(5_000)
        expect(heard.has(`${turn}`)).toBe(true)
      }
      stop()
    },
  )

  test('holds for many callers at once', async () => {
    const heard = new Set<string>()
    const stop = b.listen('identity', (payload) => void heard.add(payload))
    const revoke = async (name: string): Promise<boolean> => {
      await world.database.run(sql`select pg_notify('bureau', ${`identity:${name}`})`)
      await a.acknowledged(5_000)
      return heard.has(name)
    }
    const results = await Promise.all(Array.from({ length: 200 }, (_, index) => revoke(`many-${index}`)))
    expect(results.every(Boolean)).toBe(true)
    stop()
  })

  test('does not wait longer than told for a process that gives no answer, nor for one that is gone', async () => {
    // It bears the name of a listener and never answers.
    const mute = new pg.Client({
      connectionString: world.connectionString,
      application_name: 'bureau listener',
    })
    await mute.connect()
    const startedMs = monotonicMs()
    await a.acknowledged(300)
    const limitedMs = monotonicMs() - startedMs
    expect(limitedMs).toBeGreaterThanOrEqual(290)
    expect(limitedMs).toBeLessThan(5_000)

    const waiting = a.acknowledged(30_000)
    const endedMs = monotonicMs()
    await mute.end()
    await waiting
    expect(monotonicMs() - endedMs).toBeLessThan(20_000)
  })
})

describe('a lost connection', () => {
  test('is noticed at once, logged, and made again; what was published in between goes out', async () => {
    const states: boolean[] = []
    const heard: string[] = []
    const stops = [
      b.listen('later', (payload) => void heard.push(payload)),
      b.onConnection((state) => {
        expect(b.connected()).toBe(state)
        states.push(state)
        if (!state) b.notify('later')
      }),
    ]
    await cutListeners()
    await until(() => states.length === 2 && a.connected())
    expect(states).toEqual([false, true])
    await until(() => heard.length > 0)
    await world.database.run(sql`select pg_notify('bureau', 'later:x')`)
    await a.acknowledged(2_000)
    expect(heard).toEqual(['', 'x'])
    for (const stop of stops) stop()
  })
})
