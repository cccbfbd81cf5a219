import { brokenConstraint } from '../../platform/database/connection.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { systemAccountId } from '../account/model.ts'
import type { CarrierName } from '../number/model.ts'

/** The number of the advisory lock: "Pool" in ASCII. */
const poolLock = 0x506f6f6c

/** Held until commit by whatever changes the pool. */
export async function lockPool(tx: Transaction): Promise<void> {
  await tx.run(sql`select /* sms.inventory.lockPool */ pg_advisory_xact_lock(${poolLock})`)
}

export const mixesPool = (error: unknown): boolean => brokenConstraint(error) === 'number_pool_of_one_kind'

export interface TakenOut {
  readonly id: number
  readonly number: string
}

/** Takes the numbers of these carriers out of the pool, assigned to nobody. Waits for sends that name them. Needs `lockPool`. */
export const takeOut = (tx: Transaction, carriers: readonly CarrierName[]): Promise<TakenOut[]> =>
  tx.rows<TakenOut>(sql`
    with /* sms.inventory.takeOut */ pooled as (
      select id from sms.number
       where carrier = any (${carriers}::text[]) and workspace_id is null and removed_at is null
       order by id
         for update
    )
    update sms.number n set workspace_id = ${systemAccountId}
      from pooled
     where n.id = pooled.id
    returning n.id, n.phone as number`)

export interface PoolCounts {
  readonly simulated: number
  readonly real: number
}

export const countNumbersInPool = (
  database: Queryable,
  simulated: readonly CarrierName[],
): Promise<PoolCounts> =>
  database.one<PoolCounts>(sql`
    select /* sms.inventory.countNumbersInPool */
      count(*) filter (where carrier = any (${simulated}::text[]))::int as simulated,
      count(*) filter (where carrier <> all (${simulated}::text[]))::int as real
      from sms.number where workspace_id is null and removed_at is null`)

export const countNumbers = (
  database: Queryable,
): Promise<{ carrier: CarrierName; online: number; offline: number }[]> =>
  database.rows(sql`
    select /* sms.inventory.countNumbers */ carrier, count(*) filter (where online)::int as online,
           count(*) filter (where not online)::int as offline
      from sms.number
     where removed_at is null
     group by carrier`)
