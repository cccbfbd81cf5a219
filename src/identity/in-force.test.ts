import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { sql } from '../platform/database/sql.ts'
import { inForce } from './in-force.ts'

test('a change of rights is committed before the other processes are asked, and answered after', async () => {
  await using db = await testDatabase()
  const { database } = db
  const users = () => database.one<{ count: number }>(sql`select count(*) from identity.user`)
  const steps: unknown[] = []
  const notifications = {
    acknowledged: async () => {
      steps.push(await users())
    },
  }
  const change = inForce({ database, notifications }, (tx) =>
    tx.run(sql`
      insert into identity.user (email, first_name, last_name, created_at)
      values ('ann@example.com', 'Ann', 'Lee', ${tx.now()})`),
  )
  expect(await change.then((result) => [...steps, result])).toEqual([{ count: 1 }, 1])
})

test('a change that is rolled back does not ask other processes', async () => {
  await using db = await testDatabase()
  const notifications = { acknowledged: () => expect.fail('Nothing was changed.') }
  const failing = inForce({ database: db.database, notifications }, () =>
    Promise.reject(new Error('refused')),
  )
  await expect(failing).rejects.toThrow('refused')
})
