import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Database, Transaction } from './database.ts'
import { DatabaseUnavailable } from './health.ts'
import { sharedTransactions } from './shared-transactions.ts'
import { sql } from './sql.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  database = place.database
  await database.run(sql`create table entry (id int primary key, line int)`)
})
afterAll(() => place.close())

/** Adds ids to a table in which each may stand once; refuses 13. Notes which were added together. */
function setUp() {
  const batches: (readonly number[])[] = []
  const add = sharedTransactions(async (tx: Transaction, line: number, ids: readonly number[]) => {
    batches.push(ids)
    await tx.run(sql`insert into entry (id, line) select id, ${line} from unnest(${ids}::int[]) as id`)
    if (ids.includes(13)) throw new Error('refused')
    return ids.map((id) => `${id} in ${line}`)
  })
  return { batches, add }
}

const idsOf = async (line: number): Promise<number[]> =>
  (await database.rows<{ id: number }>(sql`select id from entry where line = ${line} order by id`)).map(
    ({ id }) => id,
  )

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n)

describe('shared transactions', () => {
  test('commit together what came while another was under way, and tell each caller its own result', async () => {
    const { batches, add } = setUp()
    const results = await Promise.all(range(100, 100).map((id) => add(database, 1, id)))
    expect(results).toEqual(range(100, 100).map((id) => `${id} in 1`))
    expect(batches.map(({ length }) => length)).toEqual([1, 64, 35])
    expect(await idsOf(1)).toEqual(range(100, 100))
    expect(await add(database, 1, 300)).toBe('300 in 1')
  })

  test('give each its own verdict when one is refused or breaks a constraint, and add the others once', async () => {
    const { add } = setUp()
    const ids = [400, 401, 13, 402, 401, 403]
    const settled = await Promise.allSettled(ids.map((id) => add(database, 2, id)))
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(await idsOf(2)).toEqual([400, 401, 402, 403])
  })

  test('are not tried again when the database is away, because what was asked may be done', async () => {
    const { batches, add } = setUp()
    let transactions = 0
    const away: Database = {
      ...database,
      transaction: async (work) => {
        const turn = ++transactions
        await database.transaction(work)
        if (turn === 2) throw new DatabaseUnavailable()
        return ['first'] as never
      },
    }
    const settled = await Promise.allSettled(range(500, 3).map((id) => add(away, 3, id)))
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(batches).toEqual([[500], [501, 502]])
    expect(await idsOf(3)).toEqual([500, 501, 502])
  })

  test('begin while the one before commits', async () => {
    const { add } = setUp()
    const committed = Promise.withResolvers<void>()
    let transactions = 0
    const slow: Database = {
      ...database,
      transaction: async (work) => {
        const isFirst = transactions++ === 0
        const result = await database.transaction(work)
        if (isFirst) await committed.promise
        return result
      },
    }
    const first = add(slow, 6, 600)
    expect(await add(slow, 6, 601)).toBe('601 in 6')
    committed.resolve()
    expect(await first).toBe('600 in 6')
  })

  test('take along what comes until they have the lock of their line', async () => {
    const batches: number[] = []
    const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const run = sharedTransactions(
      (_tx, _line: number, items: readonly number[]) => {
        batches.push(items.length)
        return Promise.resolve(items)
      },
      () => {
        asked.resolve()
        return free.promise
      },
    )
    const first = run(database, 7, 700)
    await asked.promise
    const others = range(701, 70).map((item) => run(database, 7, item))
    free.resolve()
    expect(await Promise.all([first, ...others])).toEqual(range(700, 71))
    expect(batches).toEqual([64, 7])
  })

  test('of one line do not wait for those of another', async () => {
    const held = Promise.withResolvers<void>()
    const run = sharedTransactions(async (_tx, line: number, items: readonly number[]) => {
      if (line === 4) await held.promise
      return items
    })
    const slow = run(database, 4, 1)
    expect(await run(database, 5, 2)).toBe(2)
    held.resolve()
    expect(await slow).toBe(1)
  })
})
