import { monotonicMs } from '../clock.ts'
import { sqlState } from './connection.ts'
import type { Database, Queryable } from './database.ts'
import { sql } from './sql.ts'

export class StatementTooSlow extends Error {
  override readonly name = 'StatementTooSlow'
}

const queryCanceled = '57014'

export async function bounded<Result>(
  database: Database,
  msMax: number,
  work: (reading: Pick<Queryable, 'rows'>) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction(async (tx) => {
      const endMs = monotonicMs() + msMax
      return work({
        rows: async (statement) => {
          const leftMs = Math.max(1, Math.ceil(endMs - monotonicMs()))
          await tx.run(sql`
            select /* platform.database.bounded */ set_config('statement_timeout', ${String(leftMs)}, true)`)
          return tx.rows(statement)
        },
      })
    })
  } catch (error) {
    if (sqlState(error) !== queryCanceled) throw error
    throw new StatementTooSlow(`The statements took longer than ${msMax} ms.`, { cause: error })
  }
}
