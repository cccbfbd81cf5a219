import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { fold, isName } from '../item/rules.ts'

export interface TakenName {
  /** As asked. */
  readonly name: string
  readonly id: string
  readonly type: 'file' | 'folder'
}

/** At most one file and one folder for each name, although several items may have it. */
export async function findTaken(
  database: Queryable,
  workspaceId: number,
  folderId: string | null,
  names: readonly string[],
): Promise<TakenName[]> {
  // Nothing can have another name.
  const asked = [...new Set(names.filter(isName))].map((name) => ({ name, folded: fold(name) }))
  const inFolder =
    folderId === null ? sql`parent_id is null` : sql`parent_id between ${folderId} and ${folderId}`
  return database.rows<TakenName>(sql`
    select /* files.folder.findTaken */ asked.name, taken.id, taken.type
    from unnest(${asked.map(({ name }) => name)}::text[], ${asked.map(({ folded }) => folded)}::text[])
        with ordinality as asked (name, folded, at)
      cross join unnest('{folder,file}'::text[]) kind
      cross join lateral (
        select id, type from files.file
        where workspace_id = ${workspaceId} and ${inFolder} and type = kind and folded_name = asked.folded
        order by id
        limit 1
      ) taken
    order by asked.at, taken.type desc`)
}
