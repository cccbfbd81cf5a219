import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { AccessRefusal, refusing } from '../refusal.ts'

export interface UserDraft {
  /** Trimmed and lower-cased. */
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string | null
  readonly createdAt: Date
}

/** Throws `email_taken`. */
export const insertUser = (tx: Transaction, draft: UserDraft): Promise<{ id: number }> =>
  tx
    .one<{ id: number }>(sql`
    insert /* access.user.insertUser */ into access.user (email, first_name, last_name, password_hash, created_at)
    values (${draft.email}, ${draft.firstName}, ${draft.lastName}, ${draft.passwordHash}, ${draft.createdAt})
    returning id`)
    .catch(refusing({ user_email_taken: () => new AccessRefusal('email_taken', { email: draft.email }) }))

/** Sets or clears `disabled_at`; 0 when the person does not exist. Disabling again keeps the first instant. */
export const writeDisabled = (tx: Transaction, id: number, disabledAt: Date | null): Promise<number> =>
  tx.run(sql`
    update /* access.user.writeDisabled */ access.user
       set disabled_at = case when ${disabledAt}::timestamptz is null then null
                              else coalesce(disabled_at, ${disabledAt}) end
     where id = ${id}`)

export const anyUser = async (tx: Queryable): Promise<boolean> =>
  (await tx.first(sql`select /* access.user.anyUser */ 1 from access.user limit 1`)) !== undefined
