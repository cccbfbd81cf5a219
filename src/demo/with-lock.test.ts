import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/harness.ts'
import { sql } from '../platform/database/sql.ts'
import { fillDemo } from './fill.ts'
import { removeDemo } from './remove.ts'
import { withDemoLock } from './with-lock.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('the lock of the demo', () => {
  test('is held however long the work takes, and a removal waits for it', async () => {
    const done: string[] = []
    let removal: Promise<unknown> | undefined
    await withDemoLock(app.context, async () => {
      removal = removeDemo(app.context).then(() => done.push('removed'))
      await expect
        .poll(() =>
          app.context.database.rows(sql`
            select from pg_stat_activity
             where datname = current_database() and state = 'idle in transaction' and query like '%tryLockDemo%'`),
        )
        .toHaveLength(2)
      done.push('filled')
    })
    await removal
    expect(done).toEqual(['filled', 'removed'])
  })

  test('is followed by another look at the installation: one with data is not filled', async () => {
    await app.tenant()
    await expect(fillDemo(app.context, undefined)).rejects.toThrow('This installation has data')
  })
})
