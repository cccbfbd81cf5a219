import type { Database, Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Batches are far cheaper than single names. Flushes the pending list, which every search would read. */
export const indexWaitingNames = (database: Database, max: number): Promise<number> =>
  database.transaction(async (tx) => {
    await tx.run(
      sql`select /* files.search.indexWaitingNames */ set_config('gin_pending_list_limit', '64MB', true)`,
    )
    const put = await tx.run(sql`
      update /* files.search.indexWaitingNames.2 */ files.name name set indexed = true
      from (
        select workspace_id, type, folded_name from files.name where not indexed
        limit ${max}
        for update skip locked
      ) waiting
      where name.workspace_id = waiting.workspace_id and name.type = waiting.type
        and name.folded_name = waiting.folded_name`)
    await tx.run(
      sql`select /* files.search.indexWaitingNames.3 */ gin_clean_pending_list('files.name_grams')`,
    )
    return put
  })

export interface Name {
  readonly workspaceId: number
  readonly type: 'file' | 'folder'
  readonly foldedName: string
}

export async function findUnusedNames(
  database: Queryable,
  after: Name,
  max: number,
): Promise<{ unused: Name[]; last: Name | undefined }> {
  const rows = await database.rows<Name & { readonly used: boolean }>(sql`
    select /* files.search.findUnusedNames */
      workspace_id as "workspaceId", type, folded_name as "foldedName",
      exists (
        select from files.file item
        where item.workspace_id = name.workspace_id and item.folded_name = name.folded_name and item.type = name.type
      ) as used
    from files.name name
    where (workspace_id, type, folded_name)
      > (${after.workspaceId}::bigint, ${after.type}::text, ${after.foldedName}::text)
    order by workspace_id, type, folded_name
    limit ${max}`)
  return { unused: rows.filter(({ used }) => !used), last: rows.at(-1) }
}

/** Checks again under a lock that excludes transactions that add items. Returns how many it deleted. */
export const deleteUnusedNames = (database: Database, names: readonly Name[]): Promise<number> =>
  database.transaction(async (tx) => {
    await tx.run(sql`lock /* files.search.deleteUnusedNames */ table files.name in share row exclusive mode`)
    return tx.run(sql`
      delete /* files.search.deleteUnusedNames.2 */ from files.name name
      using unnest(
        ${names.map(({ workspaceId }) => workspaceId)}::bigint[], ${names.map(({ type }) => type)}::text[],
        ${names.map(({ foldedName }) => foldedName)}::text[]
      ) as old (workspace_id, type, folded_name)
      where name.workspace_id = old.workspace_id and name.type = old.type collate "C"
        and name.folded_name = old.folded_name collate "C"
        and not exists (
          select from files.file item
          where item.workspace_id = name.workspace_id and item.folded_name = name.folded_name and item.type = name.type
        )`)
  })
