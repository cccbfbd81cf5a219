import type { Queryable } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

export interface ListedWorkspace {
  readonly id: number
  readonly name: string
  readonly type: 'personal' | 'org'
  readonly demo: boolean
  readonly owner_id: number
  readonly owner_email: string
  readonly created_at: Date
  readonly delete_at: Date | null
  readonly members: number
  readonly used_bytes: number
  readonly quota_bytes: number | null
}

/** Newest first, also those that are being deleted. `q` is the beginning of a name. */
export const findWorkspaces = (
  database: Queryable,
  {
    q,
    id,
    before,
    limit,
  }: { q?: string | undefined; id?: number; before?: number | undefined; limit: number },
): Promise<ListedWorkspace[]> =>
  database.rows<ListedWorkspace>(sql`
    with /* console.workspaces.findWorkspaces */ w as (
      select id, name, type, demo, owner_id, created_at, delete_at from identity.every_workspace
       where ${
         q === undefined
           ? sql`true`
           : sql`lower(name) collate "C" between lower(${q}::text) and lower(${q}::text) || ${'\u{10FFFF}'}::text`
       }
         and ${id === undefined ? sql`true` : sql`id = ${id}`}
         and ${before === undefined ? sql`true` : sql`id < ${before}`}
       order by id desc
       limit ${limit}
    )
    select w.*, o.email as owner_email, s.used_bytes, s.limit_bytes as quota_bytes,
      (select count(*) from identity.every_member m where m.workspace_id = w.id) as members
      from w
      join identity."user" o on o.id = w.owner_id
      join files.usage s on s.workspace_id = w.id
     order by w.id desc`)
