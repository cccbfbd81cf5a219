import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** Does the work unless another process is at work of this name. A transaction is open meanwhile and holds the lock. */
export const exclusively = (database: Database, name: string, work: () => Promise<void>): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.run(sql`
      select /* platform.database.exclusively */ set_config('idle_in_transaction_session_timeout', '0', true)`)
    const { locked } = await tx.one<{ locked: boolean }>(sql`
      select /* platform.database.exclusively.2 */ pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`)
    if (locked) await work()
  })
