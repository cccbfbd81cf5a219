import { brokenConstraint } from '../../platform/database/connection.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { systemAccountId } from '../account/model.ts'

/** The number of the advisory lock: "Pool" in ASCII. */
const poolLock = 0x506f6f6c

/** Until commit, one transaction at a time adds numbers to the pool or takes them out of it. */
export async function lockPool(tx: Transaction): Promise<void> {
  await tx.run(sql`select /* sms.number.lockPool */ pg_advisory_xact_lock(${poolLock})`)
}

/** Whether a statement failed because it would have put a simulated number beside real ones, or the other way round. */
export const mixesPool = (error: unknown): boolean => brokenConstraint(error) === 'number_pool_of_one_kind'

/** Takes simulated numbers out of the pool; they are then nobody's. Waits for sends that name them. Needs `lockPool`. */
export const takeOutSimulated = (tx: Transaction): Promise<{ id: number; number: string }[]> =>
  tx.rows(sql`
    with /* sms.number.takeOutSimulated */ pooled as (
      select id from sms.number
       where carrier = 'simulator' and workspace_id is null and removed_at is null
       order by id
         for update
    )
    update sms.number n set workspace_id = ${systemAccountId}
      from pooled
     where n.id = pooled.id
    returning n.id, n.phone as number`)

/** Live numbers of the pool by kind. */
export interface PoolCounts {
  readonly simulated: number
  readonly real: number
}

export const countPool = (database: Queryable): Promise<PoolCounts> =>
  database.one<PoolCounts>(sql`
    select /* sms.number.countPool */
      count(*) filter (where carrier = 'simulator')::int as simulated,
      count(*) filter (where carrier <> 'simulator')::int as real
      from sms.number where workspace_id is null and removed_at is null`)
