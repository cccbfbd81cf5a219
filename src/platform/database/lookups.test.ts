import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probeMsMax, testDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { silentLog } from '../../../test/log.ts'
import type { Database } from './database.ts'
import { openDatabase } from './pool.ts'
import { sql } from './sql.ts'

let world: TestDatabase
let database: Database
beforeAll(async () => {
  world = await testDatabase({ migrated: false })
  database = world.database
  await database.run(
    sql`create table thing as select id, 'thing ' || id as name from generate_series(1, 1000) id`,
  )
})
afterAll(() => world.close())

const ids = Array.from({ length: 1000 }, (_, index) => index + 1)
const nameOf = (id: number) => database.find<{ name: string }>(sql`select name from thing where id = ${id}`)
const session = async () => (await database.find<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid

/** The session of the lookups, once they have one: ten at a time can be asked of it, but not of one in the pool. */
async function sessionOfLookups(): Promise<number | undefined> {
  let pid: number | undefined
  await expect
    .poll(
      async () => {
        const pids = new Set(await Promise.all(Array.from({ length: 10 }, session)))
        ;[pid] = pids
        return pids.size
      },
      { timeout: 10_000 },
    )
    .toBe(1)
  return pid
}

describe('lookups', () => {
  test('find each its own row, a thousand at a time, over one connection', async () => {
    await sessionOfLookups()
    const rows = await Promise.all(ids.map(nameOf))
    expect(rows).toEqual(ids.map((id) => ({ name: `thing ${id}` })))
  })

  test('find nothing where there is nothing', async () => {
    expect(await nameOf(0)).toBeUndefined()
  })

  test('that fail fail alone', async () => {
    await sessionOfLookups()
    const quotient = (by: number) => database.find<{ is: number }>(sql`select 12 / ${by}::int as is`)
    const outcomes = await Promise.allSettled([quotient(3), quotient(0), quotient(4)])
    expect(outcomes).toMatchObject([
      { value: { is: 4 } },
      { reason: { code: '22012' } },
      { value: { is: 3 } },
    ])
  })

  test('go around one that is held up', async () => {
    await sessionOfLookups()
    let slowIsOver = false
    const slow = database.find(sql`select 1 as one, pg_sleep(2)`).finally(() => (slowIsOver = true))
    await pause(100)
    expect(await nameOf(7)).toEqual({ name: 'thing 7' })
    expect(slowIsOver).toBe(false)
    expect(await slow).toMatchObject({ one: 1 })
  })

  test('that were under way when the connection was lost are made again, and later ones have a new one', async () => {
    const before = await sessionOfLookups()
    const underWay = [database.find(sql`select 1 as one, pg_sleep(0.5)`), ...ids.slice(0, 20).map(nameOf)]
    await database.run(sql`select pg_terminate_backend(${before})`)
    const [slow, ...rows] = await Promise.all(underWay)
    expect(slow).toMatchObject({ one: 1 })
    expect(rows).toEqual(ids.slice(0, 20).map((id) => ({ name: `thing ${id}` })))
    expect(await sessionOfLookups()).not.toBe(before)
  })

  test('within a transaction see what it did', async () => {
    await database.transaction(async (tx) => {
      await tx.run(sql`insert into thing values (2000, 'made here')`)
      expect(await tx.find(sql`select name from thing where id = 2000`)).toEqual({ name: 'made here' })
      expect(await nameOf(2000)).toBeUndefined()
    })
  })
})

test('a database that is closed while rows are looked up answers them first', async () => {
  const { connectionString, clock } = world
  const other = await openDatabase({ connectionString, clock, log: silentLog, probeMsMax })
  const one = () => other.find(sql`select 1 as one`)
  await one()
  const answers = Promise.all([one(), one()])
  await new Promise(setImmediate)
  await other.close()
  expect(await answers).toEqual([{ one: 1 }, { one: 1 }])
})
