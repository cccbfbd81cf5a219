import type { Queryable } from '../../platform/database/database.ts'
import { sql, type Fragment } from '../../platform/database/sql.ts'
import type { View } from '../view.ts'

/*
 * Every walk through folders is built from these pieces. Each step is a subquery with `offset 0`: an index look-up for
 * each row, never a join with all items. `between` one id and itself, because for equality the planner may expect half of
 * the table in one folder and scan it. Never prepared: a plan from when a table was small would scan it once it is large.
 */

export const childrenOf = (
  folderId: Fragment,
  workspaceId: number,
  columns: Fragment,
  which: Fragment = sql`true`,
): Fragment => sql`(
  select ${columns} from files.file
  where workspace_id = ${workspaceId} and parent_id between ${folderId} and ${folderId} and ${which}
  offset 0
)`

export const itemOf = (id: Fragment, workspaceId: number, columns: Fragment): Fragment => sql`(
  select ${columns} from files.file
  where workspace_id = ${workspaceId} and id = ${id}
  offset 0
)`

/** The CTE `tree`: the items that match `top`, and everything beneath. `columns` are `id`, `type` and others. */
export const treeFrom = (workspaceId: number, columns: Fragment, top: Fragment): Fragment => sql`
  tree as (
    select ${columns} from files.file where workspace_id = ${workspaceId} and ${top}
    union all
    select child.*
    from tree cross join lateral ${childrenOf(sql`tree.id`, workspaceId, columns)} child
    where tree.type = 'folder'
  )`

/** The CTE `folders`: the ids of a folder, existing or not, and of all folders beneath it. */
export const foldersFrom = (workspaceId: number, folderId: string): Fragment => sql`
  folders as (
    select ${folderId}::text collate "C" as id
    union all
    select child.id
    from folders cross join lateral ${childrenOf(sql`folders.id`, workspaceId, sql`id`, sql`type = 'folder'`)} child
  )`

export interface Breadcrumb {
  readonly id: string
  readonly name: string
}

export async function pathsTo(
  database: Pick<Queryable, 'rows'>,
  { workspaceId, folderId }: View,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Breadcrumb[]>> {
  const columns = sql`id, parent_id, name`
  const rows = await database.rows<Breadcrumb & { readonly item: string }>(sql`
    with /* files.item.pathsTo */ recursive upwards as (
      select item.id as item, item.*, 0 as height
      from unnest(${ids}::text[]) as wanted (id)
        cross join lateral ${itemOf(sql`wanted.id`, workspaceId, columns)} item
      union all
      select upwards.item, above.*, upwards.height + 1
      from upwards cross join lateral ${itemOf(sql`upwards.parent_id`, workspaceId, columns)} above
      where upwards.id is distinct from ${folderId}
    )
    select item, id, name from upwards order by item, height desc`)
  const paths = Map.groupBy(rows, ({ item }) => item)
  return new Map([...paths].map(([item, path]) => [item, path.map(({ id, name }) => ({ id, name }))]))
}
