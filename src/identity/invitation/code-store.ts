import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Membership } from '../refusal.ts'

export interface InviteCodeDraft {
  readonly code: string
  readonly workspaceId: number
  readonly createdBy: number
  readonly createdAt: Date
}

export const insertCode = (tx: Transaction, draft: InviteCodeDraft): Promise<number> =>
  tx.run(sql`
    insert /* identity.invitation.insertCode */ into identity.invite_code (code, workspace_id, created_by, created_at)
    values (${draft.code}, ${draft.workspaceId}, ${draft.createdBy}, ${draft.createdAt})`)

export const countUnusedCodes = async (tx: Queryable, workspaceId: number): Promise<number> =>
  (
    await tx.one<{ unused: number }>(sql`
      select /* identity.invitation.countUnusedCodes */ count(*) as unused from identity.invite_code
       where workspace_id = ${workspaceId} and used_at is null and revoked_at is null`)
  ).unused

export interface UnusedCode {
  readonly code: string
  readonly created_at: Date
}

export const listUnusedCodes = (database: Queryable, workspaceId: number): Promise<UnusedCode[]> =>
  database.rows<UnusedCode>(sql`
    select /* identity.invitation.listUnusedCodes */ code, created_at from identity.invite_code
     where workspace_id = ${workspaceId} and used_at is null and revoked_at is null
     order by created_at desc, code`)

export interface CodeRow {
  readonly code: string
  readonly workspace_id: number
  readonly workspace_name: string
  readonly used_at: Date | null
  readonly revoked_at: Date | null
}

export const findCode = (database: Queryable, code: string): Promise<CodeRow | undefined> =>
  database.find<CodeRow>(sql`
    select /* identity.invitation.findCode */ c.code, c.workspace_id, w.name as workspace_name, c.used_at, c.revoked_at
      from identity.invite_code c
      join identity.workspace w on w.id = c.workspace_id
     where c.code = ${code}`)

/** Uses a code up: 1 for one of any number of concurrent callers, 0 for the others. */
export const claimCode = (tx: Transaction, code: string, userId: number): Promise<number> =>
  tx.run(sql`
    update /* identity.invitation.claimCode */ identity.invite_code set used_at = ${tx.now()}, used_by = ${userId}
     where code = ${code} and used_at is null and revoked_at is null`)

/** 0 when the workspace has no unused code like this. */
export const markCodeRevoked = (tx: Transaction, workspaceId: number, code: string): Promise<number> =>
  tx.run(sql`
    update /* identity.invitation.markCodeRevoked */ identity.invite_code set revoked_at = ${tx.now()}
     where code = ${code} and workspace_id = ${workspaceId} and used_at is null and revoked_at is null`)

export const revokeCodesOf = (tx: Transaction, { workspaceId, userId }: Membership): Promise<number> =>
  tx.run(sql`
    update /* identity.invitation.revokeCodesOf */ identity.invite_code set revoked_at = ${tx.now()}
     where workspace_id = ${workspaceId} and created_by = ${userId} and used_at is null and revoked_at is null`)
