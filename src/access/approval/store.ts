import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const writeApproval = (tx: Queryable, userId: number, approvedAt: Date): Promise<number> =>
  tx.run(sql`
    insert into access.approval (user_id, approved_at) values (${userId}, ${approvedAt})
    on conflict (user_id) do update set approved_at = excluded.approved_at, revoked_at = null`)

/** 0 when there is no approval in force. */
export const revokeApproval = (tx: Queryable, userId: number, revokedAt: Date): Promise<number> =>
  tx.run(sql`
    update access.approval set revoked_at = ${revokedAt} where user_id = ${userId} and revoked_at is null`)

export const isApproved = async (tx: Queryable, userId: number): Promise<boolean> =>
  (await tx.first(sql`select 1 from access.approval where user_id = ${userId} and revoked_at is null`)) !==
  undefined
