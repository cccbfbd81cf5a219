import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ListPage } from '../page.ts'
import { IdentityRefusal, refusing } from '../refusal.ts'

/** Throws `user_not_found`. */
export const writeApproval = (tx: Transaction, userId: number, approvedAt: Date): Promise<number> =>
  tx
    .run(sql`
      insert /* identity.approval.writeApproval */
        into identity.approval (user_id, approved_at) values (${userId}, ${approvedAt})
      on conflict (user_id) do update set approved_at = excluded.approved_at, declined_at = null, revoked_at = null`)
    .catch(refusing({ approval_user_id_fkey: () => new IdentityRefusal('user_not_found', { userId }) }))

export interface ApprovalRequest {
  readonly userId: number
  readonly company: string
  readonly purpose: string
  readonly monthlyAccounts: number
}

/** Records a request, also after one that was declined or an approval that was revoked; 0 when one is in force. */
export const writeRequest = (tx: Transaction, request: ApprovalRequest, requestedAt: Date): Promise<number> =>
  tx
    .run(sql`
      insert /* identity.approval.writeRequest */ into identity.approval
        (user_id, requested_at, company, purpose, monthly_accounts)
      values (${request.userId}, ${requestedAt}, ${request.company}, ${request.purpose}, ${request.monthlyAccounts})
      on conflict (user_id) do update
         set requested_at = excluded.requested_at, company = excluded.company, purpose = excluded.purpose,
             monthly_accounts = excluded.monthly_accounts, approved_at = null, declined_at = null, revoked_at = null
       where not (approval.approved_at is not null and approval.declined_at is null and approval.revoked_at is null)`)
    .catch(
      refusing({
        approval_user_id_fkey: () => new IdentityRefusal('user_not_found', { userId: request.userId }),
      }),
    )

/** 0 when no request of the person is pending. */
export const declineRequest = (tx: Transaction, userId: number, declinedAt: Date): Promise<number> =>
  tx.run(sql`
    update /* identity.approval.declineRequest */ identity.approval set declined_at = ${declinedAt}
     where user_id = ${userId} and approved_at is null and declined_at is null`)

/** 0 when the person is not approved. */
export const revokeApproval = (tx: Transaction, userId: number, revokedAt: Date): Promise<number> =>
  tx.run(sql`
    update /* identity.approval.revokeApproval */
      identity.approval set revoked_at = ${revokedAt} where user_id = ${userId} and approved_at is not null and revoked_at is null`)

/** Whether the person is approved; an approval in force lasts until the transaction ends. */
export const holdApproval = async (tx: Transaction, userId: number): Promise<boolean> =>
  (await tx.first(sql`
    select /* identity.approval.holdApproval */
      1 from identity.approval
       where user_id = ${userId} and approved_at is not null and declined_at is null and revoked_at is null
         for share`)) !== undefined

export type ApprovalState = 'requested' | 'approved' | 'declined' | 'revoked'

export interface ListedApproval {
  readonly user_id: number
  readonly email: string
  readonly state: ApprovalState
  readonly company: string | null
  readonly purpose: string | null
  readonly monthly_accounts: number | null
  readonly requested_at: Date | null
  readonly approved_at: Date | null
  readonly declined_at: Date | null
  readonly revoked_at: Date | null
}

const state = sql`case when a.declined_at is not null then 'declined'
             when a.revoked_at is not null then 'revoked'
             when a.approved_at is not null then 'approved'
             else 'requested' end`

/** Undefined when the person never asked and was never approved. */
export const findApproval = (
  database: Queryable,
  userId: number,
): Promise<Omit<ListedApproval, 'user_id' | 'email'> | undefined> =>
  database.first(sql`
    select /* identity.approval.findApproval */ ${state} as state, a.company, a.purpose, a.monthly_accounts,
      a.requested_at, a.approved_at, a.declined_at, a.revoked_at
      from identity.approval a where a.user_id = ${userId}`)

export const listApprovals = (
  database: Queryable,
  { after, limit }: ListPage,
  only?: ApprovalState,
): Promise<ListedApproval[]> =>
  database.rows<ListedApproval>(sql`
    with /* identity.approval.listApprovals */ listed as (
      select a.user_id, u.email, ${state} as state, a.company, a.purpose, a.monthly_accounts, a.requested_at, a.approved_at, a.declined_at, a.revoked_at
        from identity.approval a
        join identity.user u on u.id = a.user_id
    )
    select * from listed
     where user_id > ${after} and (${only ?? null}::text is null or state = ${only ?? null})
     order by user_id
     limit ${limit}`)
