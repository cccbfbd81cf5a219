import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Hides the workspace and ends everything that lets someone into it. The row of the workspace stays. */
export async function closeWorkspace(tx: Transaction, workspaceId: number): Promise<void> {
  await tx.run(sql`
    update /* identity.removal.closeWorkspace */ identity.every_workspace set delete_at = ${tx.now()}
     where id = ${workspaceId} and delete_at is null`)
  await tx.run(sql`
    delete /* identity.removal.closeWorkspace.2 */ from identity.api_key_use
     where key_id in (select id from identity.api_key where workspace_id = ${workspaceId})`)
  await tx.run(sql`
    delete /* identity.removal.closeWorkspace.3 */ from identity.api_key where workspace_id = ${workspaceId}`)
  await tx.run(sql`
    delete /* identity.removal.closeWorkspace.4 */ from identity.link where workspace_id = ${workspaceId}
        or invitation_id in (select id from identity.invitation where workspace_id = ${workspaceId})`)
  await tx.run(sql`
    delete /* identity.removal.closeWorkspace.5 */ from identity.invitation where workspace_id = ${workspaceId}`)
  await tx.run(sql`
    delete /* identity.removal.closeWorkspace.6 */ from identity.invite_code where workspace_id = ${workspaceId}`)
  await tx.run(sql`
    delete /* identity.removal.closeWorkspace.7 */ from identity.every_member where workspace_id = ${workspaceId}`)
}

/** 0 when it does not exist any more. */
export const deleteWorkspaceRow = (tx: Transaction, workspaceId: number): Promise<number> =>
  tx.run(sql`
    delete /* identity.removal.deleteWorkspaceRow */ from identity.every_workspace where id = ${workspaceId}`)

/** What operators did stays. */
export const deleteAuditOfWorkspace = (
  database: Queryable,
  workspaceId: number,
  max: number,
): Promise<number> =>
  database.run(sql`
    delete /* identity.removal.deleteAuditOfWorkspace */ from identity.audit
     where id = any (array(
       select id from identity.audit where workspace_id = ${workspaceId} and actor <> 'operator' limit ${max}))`)

/** What they did as an operator stays. */
export const deleteAuditOfPerson = (database: Queryable, userId: number, max: number): Promise<number> =>
  database.run(sql`
    delete /* identity.removal.deleteAuditOfPerson */ from identity.audit
     where id = any (array(
       select id from identity.audit where user_id = ${userId} and actor <> 'operator' limit ${max}))`)

export const deleteRequestsOfWorkspace = (
  database: Queryable,
  workspaceId: number,
  max: number,
): Promise<number> =>
  database.run(sql`
    delete /* identity.removal.deleteRequestsOfWorkspace */ from identity.request
     where (at, id) in (select at, id from identity.request where workspace_id = ${workspaceId} limit ${max})`)

/** In workspaces and outside of them. */
export const deleteRequestsOfPerson = (database: Queryable, userId: number, max: number): Promise<number> =>
  database.run(sql`
    delete /* identity.removal.deleteRequestsOfPerson */ from identity.request
     where (at, id) in (select at, id from identity.request where user_id = ${userId} limit ${max})`)

export const ownedWorkspaces = (
  database: Queryable,
  userId: number,
): Promise<{ id: number; name: string; type: 'personal' | 'org'; delete_at: Date | null }[]> =>
  database.rows(sql`
    select /* identity.removal.ownedWorkspaces */ id, name, type, delete_at from identity.every_workspace
     where owner_id = ${userId} order by id`)

/**
 * In workspaces that stay, their invitations pass to the owner. Nobody is left without a plan. 0 when the person does not
 * exist any more.
 */
export async function deletePersonRow(tx: Transaction, userId: number): Promise<number> {
  await tx.run(sql`
    delete /* identity.removal.deletePersonRow */ from identity.api_key_use
     where key_id in (select id from identity.api_key where user_id = ${userId})`)
  await tx.run(sql`
    delete /* identity.removal.deletePersonRow.2 */ from identity.api_key where user_id = ${userId}`)
  await tx.run(sql`
    delete /* identity.removal.deletePersonRow.3 */ from identity.every_member where user_id = ${userId}`)
  await tx.run(sql`
    delete /* identity.removal.deletePersonRow.4 */ from identity.link where user_id = ${userId}`)
  await tx.run(sql`
    update /* identity.removal.deletePersonRow.5 */ identity.link set issued_by = null where issued_by = ${userId}`)
  await tx.run(sql`
    delete /* identity.removal.deletePersonRow.6 */ from identity.invitation where accepted_by = ${userId}`)
  await tx.run(sql`
    update /* identity.removal.deletePersonRow.7 */ identity.invitation i set invited_by = w.owner_id
      from identity.every_workspace w where w.id = i.workspace_id and i.invited_by = ${userId}`)
  await tx.run(sql`
    delete /* identity.removal.deletePersonRow.8 */ from identity.invite_code
     where created_by = ${userId} or used_by = ${userId}`)
  await tx.run(sql`
    delete /* identity.removal.deletePersonRow.9 */ from identity.session where user_id = ${userId}`)
  await tx.run(sql`
    delete /* identity.removal.deletePersonRow.10 */ from identity.approval where user_id = ${userId}`)
  await tx.run(sql`
    delete /* identity.removal.deletePersonRow.11 */ from identity.recovery_code where user_id = ${userId}`)
  await tx.run(sql`
    update /* identity.removal.deletePersonRow.12 */ identity.subscription s set plan = 'standard'
      from identity."user" u where u.id = s.user_id and u.sponsor_id = ${userId} and s.plan is null`)
  await tx.run(sql`
    update /* identity.removal.deletePersonRow.13 */ identity."user"
       set sponsor_id = nullif(sponsor_id, ${userId}), created_by = nullif(created_by, ${userId})
     where sponsor_id = ${userId} or created_by = ${userId}`)
  await tx.run(sql`
    delete /* identity.removal.deletePersonRow.14 */ from identity.subscription where user_id = ${userId}`)
  return tx.run(sql`
    delete /* identity.removal.deletePersonRow.15 */ from identity."user" where id = ${userId}`)
}
