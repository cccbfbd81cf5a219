import type { Queryable } from '../../platform/database/database.ts'
import { replanned, sql } from '../../platform/database/sql.ts'
import { folderDepthMax } from '../limits.ts'

/** How deep a folder lies, a folder at the root being 1 deep; 0 for the root. Counts to one more than may be. */
export async function depthOf(
  database: Queryable,
  workspaceId: number,
  folderId: string | null,
): Promise<number> {
  if (folderId === null) return 0
  const { depth } = await database.one<{ depth: number }>(sql`
    with recursive upwards as (
      select parent_id, 1 as depth
      from files.file where workspace_id = ${workspaceId} and id = ${folderId}
      union all
      select above.parent_id, upwards.depth + 1
      from upwards
      join files.file above on above.workspace_id = ${workspaceId} and above.id = upwards.parent_id
      where upwards.depth <= ${folderDepthMax}
    )
    select coalesce(max(depth), 0) as depth from upwards`)
  return depth
}

/**
 * Whether folders lie more than `levels` deep beneath this one, itself counted. Looks at folders alone, and stops at the
 * first that is too deep.
 */
export async function isDeeperThan(
  database: Queryable,
  workspaceId: number,
  folderId: string,
  levels: number,
): Promise<boolean> {
  if (levels < 1) return true
  const found = await database.first(
    replanned(sql`
    with recursive beneath as (
      select ${folderId}::text collate "C" as id, 1 as level
      union all
      select child.id, beneath.level + 1
      from beneath cross join lateral (
        select id from files.file
        where workspace_id = ${workspaceId} and parent_id between beneath.id and beneath.id and type = 'folder'
        offset 0
      ) child
      where beneath.level <= ${levels}
    )
    select from beneath where level > ${levels} limit 1`),
  )
  return found !== undefined
}
