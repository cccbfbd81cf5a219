import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface WorkspaceDraft {
  readonly ownerId: number
  readonly name: string
  readonly type: 'personal' | 'org'
  readonly createdAt: Date
}

/** The workspace and its owner's membership. */
export const insertWorkspace = (tx: Queryable, draft: WorkspaceDraft): Promise<{ id: number }> =>
  tx.one<{ id: number }>(sql`
    with workspace as (
      insert into access.workspace (type, name, owner_id, created_at)
      values (${draft.type}, ${draft.name}, ${draft.ownerId}, ${draft.createdAt})
      returning id
    ), owner as (
      insert into access.member (workspace_id, user_id, role, joined_at)
      select id, ${draft.ownerId}, 'owner', ${draft.createdAt} from workspace
    )
    select id from workspace`)
