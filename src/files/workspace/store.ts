import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Usage } from '../usage/rules.ts'

export async function findUsages(
  database: Queryable,
  workspaceIds: readonly number[],
): Promise<ReadonlyMap<number, Usage>> {
  const rows = await database.rows<Usage & { readonly workspace_id: number }>(sql`
    select /* files.workspace.findUsages */ workspace_id, used_bytes, limit_bytes
    from files.usage
    where workspace_id = any(${workspaceIds}::bigint[])`)
  return new Map(rows.map((row) => [row.workspace_id, row]))
}
