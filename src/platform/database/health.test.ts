import { setImmediate as breathe } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { monotonicMs } from '../clock.ts'
import { sql } from './sql.ts'

let world: TestDatabase
beforeAll(async () => void (world = await testDatabase({ migrated: false })))
afterAll(() => world.close())

test('a program that is held up itself does not take its database for one that is away', async () => {
  // Long enough that it is asked whether the database answers anybody.
  const slow = world.database
    .one(sql`select 'done' as outcome from pg_sleep(2)`)
    .catch((error: unknown) => error)
  const endMs = monotonicMs() + 2500
  while (monotonicMs() < endMs) {
    for (const freeMs = monotonicMs() + 700; monotonicMs() < freeMs;);
    await breathe()
  }
  expect(await slow).toEqual({ outcome: 'done' })
})
