import type { RightsTransaction } from '../src/identity/in-force.ts'
import { sql } from '../src/platform/database/sql.ts'
import type { TestApp } from './harness.ts'
import { until } from './until.ts'

/** Runs `change` and, before it commits, `work` until that ends or waits for a lock. Resolves with the result of `work`. */
export async function duringChange<Result>(
  { context: { database } }: TestApp,
  change: (tx: RightsTransaction) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  let result: Promise<Result> | undefined
  await database.transaction(async (tx) => {
    await change({ ...tx, changesRights: true })
    let done = false
    result = work().finally(() => (done = true))
    // It may fail before the change commits. The caller learns of it afterwards.
    result.catch(() => undefined)
    await until(
      async () =>
        done ||
        (await database.first(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)) !==
          undefined,
    )
  })
  if (!result) throw new Error('The work was not begun.')
  return result
}
