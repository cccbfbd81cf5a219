import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface MarkedWorkspace {
  readonly id: number
  readonly name: string
  readonly type: 'personal' | 'org'
  readonly owner_id: number
  /** null: it is not being deleted. */
  readonly delete_at: Date | null
}

/** Also one that is being deleted. */
export const lockEveryWorkspace = (tx: Transaction, id: number): Promise<MarkedWorkspace | undefined> =>
  tx.first<MarkedWorkspace>(sql`
    select /* identity.removal.lockEveryWorkspace */ id, name, type, owner_id, delete_at from identity.every_workspace
     where id = ${id} for no key update`)

export const markWorkspaceRow = (tx: Transaction, id: number, deleteAt: Date | null): Promise<number> =>
  tx.run(sql`
    update /* identity.removal.markWorkspaceRow */ identity.every_workspace set delete_at = ${deleteAt} where id = ${id}`)

/** The workspace stays as it is until the transaction ends. */
export const holdDeletion = async (tx: Transaction, workspaceId: number): Promise<boolean> =>
  (await tx.first(sql`
    select /* identity.removal.holdDeletion */ 1 from identity.every_workspace
     where id = ${workspaceId} and delete_at is not null for share`)) !== undefined

export interface MarkedPerson {
  readonly id: number
  readonly email: string
  readonly disabled_at: Date | null
  readonly delete_at: Date | null
}

export const lockPerson = (tx: Transaction, id: number): Promise<MarkedPerson | undefined> =>
  tx.first<MarkedPerson>(sql`
    select /* identity.removal.lockPerson */ id, email, disabled_at, delete_at from identity."user"
     where id = ${id} for no key update`)

/** With their personal workspace. */
export async function markPersonRow(
  tx: Transaction,
  id: number,
  { deleteAt, disabledAt }: { readonly deleteAt: Date | null; readonly disabledAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    update /* identity.removal.markPersonRow */ identity."user" set delete_at = ${deleteAt}, disabled_at = ${disabledAt}
     where id = ${id}`)
  await tx.run(sql`
    update /* identity.removal.markPersonRow.2 */ identity.every_workspace set delete_at = ${deleteAt}
     where owner_id = ${id} and type = 'personal'`)
}

/** Personal ones go with their people. */
export const dueWorkspaces = (database: Queryable, before: Date, max: number): Promise<{ id: number }[]> =>
  database.rows(sql`
    select /* identity.removal.dueWorkspaces */ id from identity.every_workspace
     where delete_at <= ${before} and type = 'org'
     order by delete_at
     limit ${max}`)

export const duePeople = (
  database: Queryable,
  before: Date,
  max: number,
): Promise<{ id: number; email: string }[]> =>
  database.rows(sql`
    select /* identity.removal.duePeople */ id, email from identity."user"
     where delete_at <= ${before}
     order by delete_at
     limit ${max}`)

/**
 * Gives what is being deleted a whole day from now on. After a restore, because its day was over since the backup, and it
 * may have been brought back in between.
 */
export async function renewDeletions(database: Queryable, now: Date, deleteAt: Date): Promise<void> {
  await database.run(sql`
    update /* identity.removal.renewDeletions */ identity.every_workspace set delete_at = ${deleteAt}
     where delete_at < ${deleteAt}`)
  // The two times tell whether the person was disabled by the deletion.
  await database.run(sql`
    update /* identity.removal.renewDeletions.2 */ identity."user"
       set disabled_at = case when delete_at - disabled_at = ${deleteAt}::timestamptz - ${now}::timestamptz
                              then ${now} else disabled_at end,
           delete_at = ${deleteAt}
     where delete_at < ${deleteAt}`)
}
