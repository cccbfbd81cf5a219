import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const insertMember = (
  tx: Queryable,
  draft: { workspaceId: number; userId: number; role: 'admin' | 'member'; joinedAt: Date },
): Promise<number> =>
  tx.run(sql`
    insert into access.member (workspace_id, user_id, role, joined_at)
    values (${draft.workspaceId}, ${draft.userId}, ${draft.role}, ${draft.joinedAt})`)

/** 0 when the person is no member, or is the owner, who cannot be removed. */
export const deleteMember = (tx: Queryable, workspaceId: number, userId: number): Promise<number> =>
  tx.run(sql`
    delete from access.member
     where workspace_id = ${workspaceId} and user_id = ${userId} and role <> 'owner'`)

/** The kind of a workspace, held against changes until the transaction ends. */
export const holdWorkspace = (tx: Queryable, id: number): Promise<{ type: 'personal' | 'org' } | undefined> =>
  tx.first(sql`select type from access.workspace where id = ${id} for share`)

export const isMember = async (tx: Queryable, workspaceId: number, userId: number): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from access.member where workspace_id = ${workspaceId} and user_id = ${userId}`)) !== undefined
