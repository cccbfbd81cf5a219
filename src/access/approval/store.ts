import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { AccessRefusal, refusing } from '../refusal.ts'

/** Throws `user_not_found`. */
export const writeApproval = (tx: Transaction, userId: number, approvedAt: Date): Promise<number> =>
  tx
    .run(sql`
      insert /* access.approval.writeApproval */
        into access.approval (user_id, approved_at) values (${userId}, ${approvedAt})
      on conflict (user_id) do update set approved_at = excluded.approved_at, declined_at = null, revoked_at = null`)
    .catch(refusing({ approval_user_id_fkey: () => new AccessRefusal('user_not_found', { userId }) }))

/** 0 when the person is not approved. */
export const revokeApproval = (tx: Transaction, userId: number, revokedAt: Date): Promise<number> =>
  tx.run(sql`
    update /* access.approval.revokeApproval */
      access.approval set revoked_at = ${revokedAt} where user_id = ${userId} and approved_at is not null and revoked_at is null`)

/** Whether the person is approved; an approval in force lasts until the transaction ends. */
export const holdApproval = async (tx: Transaction, userId: number): Promise<boolean> =>
  (await tx.first(sql`
    select /* access.approval.holdApproval */
      1 from access.approval
       where user_id = ${userId} and approved_at is not null and declined_at is null and revoked_at is null
         for share`)) !== undefined
