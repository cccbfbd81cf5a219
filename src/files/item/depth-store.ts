import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { childrenOf, itemOf } from './tree-store.ts'
import { folderDepthMax } from '../limits.ts'

/** 1 at the root; 0 for the root itself. Counts to one more than the limit. */
export async function depthOf(
  database: Queryable,
  workspaceId: number,
  folderId: string | null,
): Promise<number> {
  if (folderId === null) return 0
  const { depth } = await database.one<{ depth: number }>(sql`
    with /* files.item.depthOf */ recursive upwards as (
      select ${folderId}::text collate "C" as id, 0 as depth
      union all
      select above.parent_id, upwards.depth + 1
      from upwards cross join lateral ${itemOf(sql`upwards.id`, workspaceId, sql`parent_id`)} above
      where upwards.depth <= ${folderDepthMax}
    )
    select max(depth) as depth from upwards`)
  return depth
}

/** Whether folders nest more than `levels` deep, counting this one. Stops at the first that is too deep. */
export async function isDeeperThan(
  database: Queryable,
  workspaceId: number,
  folderId: string,
  levels: number,
): Promise<boolean> {
  if (levels < 1) return true
  const found = await database.first(sql`
    with /* files.item.isDeeperThan */ recursive beneath as (
      select ${folderId}::text collate "C" as id, 1 as level
      union all
      select child.id, beneath.level + 1
      from beneath
        cross join lateral ${childrenOf(sql`beneath.id`, workspaceId, sql`id`, sql`type = 'folder'`)} child
      where beneath.level <= ${levels}
    )
    select from beneath where level > ${levels} limit 1`)
  return found !== undefined
}
