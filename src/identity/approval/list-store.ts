import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ApprovalState, ListedApproval } from './store.ts'

export interface NamedApproval extends ListedApproval {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
}

const pending = sql`(approved_at is null and declined_at is null and revoked_at is null)`

const conditions: Readonly<Record<ApprovalState, ReturnType<typeof sql>>> = {
  requested: pending,
  approved: sql`approved_at is not null and declined_at is null and revoked_at is null`,
  declined: sql`declined_at is not null`,
  revoked: sql`declined_at is null and revoked_at is not null`,
}

/** Pending ones first, then by person, newest first. */
export const listRequests = (
  database: Queryable,
  { state, before, limit }: { state?: ApprovalState | undefined; before?: number | undefined; limit: number },
): Promise<NamedApproval[]> =>
  database.rows<NamedApproval>(sql`
    with /* identity.approval.listRequests */ listed as (
      select *, ${pending} as pending from identity.approval
       where ${state === undefined ? sql`true` : conditions[state]}
         and ${
           before === undefined
             ? sql`true`
             : sql`(${pending}, user_id) <
               ((select ${pending} from identity.approval where user_id = ${before}), ${before}::bigint)`
         }
       order by ${pending} desc, user_id desc
       limit ${limit}
    )
    select a.user_id as id, a.user_id, u.email, u.first_name, u.last_name,
      case when a.declined_at is not null then 'declined'
           when a.revoked_at is not null then 'revoked'
           when a.approved_at is not null then 'approved'
           else 'requested' end as state,
      a.company, a.purpose, a.monthly_accounts, a.requested_at, a.approved_at, a.declined_at, a.revoked_at
      from listed a
      join identity."user" u on u.id = a.user_id
     order by a.pending desc, a.user_id desc`)
