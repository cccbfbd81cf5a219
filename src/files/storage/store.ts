import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { problem } from '../problems.ts'
import type { Usage } from './rules.ts'

export const insertUsage = async (
  tx: Queryable,
  workspaceId: number,
  limitBytes: number | null,
): Promise<void> => {
  await tx.run(sql`
    insert into files.usage (workspace_id, limit_bytes) values (${workspaceId}, ${limitBytes})`)
}

/** False when there is no such workspace. */
export const updateLimit = async (
  database: Queryable,
  workspaceId: number,
  limitBytes: number | null,
): Promise<boolean> =>
  (await database.run(sql`
    update files.usage set limit_bytes = ${limitBytes} where workspace_id = ${workspaceId}`)) === 1

interface CountedUsage extends Usage {
  readonly file_count: number
  readonly folder_count: number
}

export const findUsage = (database: Queryable, workspaceId: number): Promise<CountedUsage> =>
  database.one<CountedUsage>(sql`
    select used_bytes, limit_bytes, file_count, folder_count
    from files.usage where workspace_id = ${workspaceId}`)

/**
 * Takes the room for one more file, or throws `quota_exceeded`. The condition is checked again on the row as it is once
 * the lock is had, so any number of uploads at once never take more than there is. The row is the one that all writers
 * of a workspace share: last statement of a transaction.
 */
export async function takeRoom(tx: Transaction, workspaceId: number, bytes: number): Promise<void> {
  const taken = await tx.run(sql`
    update files.usage
    set used_bytes = used_bytes + ${bytes}, file_count = file_count + 1
    where workspace_id = ${workspaceId}
      and (limit_bytes is null or ${bytes} = 0 or used_bytes + ${bytes} <= limit_bytes)`)
  if (taken === 0) throw problem.quota_exceeded()
}

/** Counts one more folder; like `takeRoom` the last statement of a transaction. */
export const countFolder = async (tx: Transaction, workspaceId: number): Promise<void> => {
  await tx.run(sql`
    update files.usage set folder_count = folder_count + 1 where workspace_id = ${workspaceId}`)
}
