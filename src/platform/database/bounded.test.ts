import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { bounded, StatementTooSlow } from './bounded.ts'
import { sql } from './sql.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(() => place.close())

describe('statements within a bound', () => {
  test('answer when they are quick, and bound nothing that comes after them', async () => {
    const { database } = place
    const rows = await bounded(database, 5000, (reading) => reading.rows(sql`select 1 as one`))
    expect(rows).toEqual([{ one: 1 }])
    expect(await database.one(sql`show statement_timeout`)).toEqual({ statement_timeout: '30s' })
  })

  test('are cancelled when all of them together take too long', async () => {
    const naps = bounded(place.database, 300, async (reading) => {
      for (let nap = 0; nap < 10; nap++) await reading.rows(sql`select pg_sleep(0.1)`)
    })
    await expect(naps).rejects.toBeInstanceOf(StatementTooSlow)
  })
})
