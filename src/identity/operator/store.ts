import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ListPage } from '../page.ts'

/** The number of the advisory lock: "Oper" in ASCII. */
const operatorsLock = 0x4f706572

/** Held until commit by whatever decides who is an operator. Take it before locks on people. */
export async function lockOperators(tx: Transaction): Promise<void> {
  await tx.run(sql`select /* identity.operator.lockOperators */ pg_advisory_xact_lock(${operatorsLock})`)
}

/** Whether an enabled person is an operator. */
export const anyOperator = async (database: Queryable): Promise<boolean> =>
  (await database.first(sql`
    select /* identity.operator.anyOperator */ 1 from identity.user
     where operator_since is not null and disabled_at is null limit 1`)) !== undefined

export const hasOtherOperator = async (tx: Transaction, userId: number): Promise<boolean> =>
  (await tx.first(sql`
    select /* identity.operator.hasOtherOperator */ 1 from identity.user
     where operator_since is not null and disabled_at is null and id <> ${userId} limit 1`)) !== undefined

/** False for a disabled person. */
export const isOperator = async (database: Queryable, userId: number): Promise<boolean> =>
  (await database.find(sql`
    select /* identity.operator.isOperator */ 1 from identity.user
     where id = ${userId} and operator_since is not null and disabled_at is null`)) !== undefined

/** Locks the person until the transaction ends. */
export const holdOperator = (
  tx: Transaction,
  userId: number,
): Promise<{ operator: boolean; disabled: boolean } | undefined> =>
  tx.first(sql`
    select /* identity.operator.holdOperator */
      operator_since is not null as operator, disabled_at is not null as disabled
      from identity.user
     where id = ${userId}
       for no key update`)

export const writeOperator = (tx: Transaction, userId: number, since: Date | null): Promise<number> =>
  tx.run(sql`
    update /* identity.operator.writeOperator */ identity.user set operator_since = ${since} where id = ${userId}`)

export interface ListedOperator {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly operator_since: Date
  readonly disabled_at: Date | null
}

export const listOperators = (database: Queryable, { after, limit }: ListPage): Promise<ListedOperator[]> =>
  database.rows<ListedOperator>(sql`
    select /* identity.operator.listOperators */ id, email, first_name, last_name, operator_since, disabled_at
      from identity.user
     where operator_since is not null and id > ${after}
     order by id
     limit ${limit}`)
