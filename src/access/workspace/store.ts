import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { AccessRefusal, refusing } from '../refusal.ts'

export interface WorkspaceDraft {
  readonly ownerId: number
  readonly name: string
  readonly type: 'personal' | 'org'
  readonly createdAt: Date
  /** Employer identification number: nine digits, without the hyphen. */
  readonly ein?: string | undefined
}

/** The workspace and its owner's membership. Throws `user_not_found`. */
export const insertWorkspace = (tx: Transaction, draft: WorkspaceDraft): Promise<{ id: number }> => {
  const unknownOwner = () => new AccessRefusal('user_not_found', { userId: draft.ownerId })
  return tx
    .one<{ id: number }>(sql`
    with /* access.workspace.insertWorkspace */ workspace as (
      insert into access.workspace (type, name, owner_id, created_at, ein)
      values (${draft.type}, ${draft.name}, ${draft.ownerId}, ${draft.createdAt}, ${draft.ein ?? null})
      returning id
    ), owner as (
      insert into access.member (workspace_id, user_id, role, joined_at)
      select id, ${draft.ownerId}, 'owner', ${draft.createdAt} from workspace
    )
    select id from workspace`)
    .catch(refusing({ workspace_owner_id_fkey: unknownOwner, member_user_id_fkey: unknownOwner }))
}

export interface WorkspaceRow {
  readonly id: number
  readonly name: string
  readonly type: 'personal' | 'org'
  readonly owner_id: number
  readonly created_at: Date
}

/** The workspace when the person belongs to it. */
export const findWorkspace = (
  database: Queryable,
  userId: number,
  id: number,
): Promise<WorkspaceRow | undefined> =>
  database.first<WorkspaceRow>(sql`
    select /* access.workspace.findWorkspace */
      workspace.id, workspace.name, workspace.type, workspace.owner_id, workspace.created_at
      from access.member member
      join access.workspace workspace on workspace.id = member.workspace_id
     where member.user_id = ${userId} and member.workspace_id = ${id}`)

/** One page of the workspaces that a person belongs to, oldest first, and the total. */
export async function listWorkspacesOf(
  database: Queryable,
  userId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{
  workspaces: (WorkspaceRow & { readonly role: 'owner' | 'admin' | 'member' })[]
  total: number
}> {
  const { total } = await database.one<{ total: number }>(sql`
    select /* access.workspace.listWorkspacesOf */ count(*) as total from access.member where user_id = ${userId}`)
  const workspaces = await database.rows<WorkspaceRow & { readonly role: 'owner' | 'admin' | 'member' }>(sql`
    select /* access.workspace.listWorkspacesOf.2 */
      workspace.id, workspace.name, workspace.type, workspace.owner_id, workspace.created_at, member.role
      from access.member member
      join access.workspace workspace on workspace.id = member.workspace_id
     where member.user_id = ${userId}
     order by member.workspace_id
     limit ${limit} offset ${offset}`)
  return { workspaces, total }
}

/**
 * How many organizations a person owns, locked until the transaction ends: another transaction that counts before it
 * creates one waits here. The weaker lock is enough and does not block rows that only reference the person.
 */
export async function holdOrganizations(tx: Transaction, ownerId: number): Promise<number> {
  await tx.run(sql`
    select /* access.workspace.holdOrganizations */ from access.user where id = ${ownerId} for no key update`)
  const { owned } = await tx.one<{ owned: number }>(sql`
    select /* access.workspace.holdOrganizations.2 */
      count(*) as owned from access.workspace where owner_id = ${ownerId} and type = 'org'`)
  return owned
}

export const writeWorkspaceName = (tx: Transaction, id: number, name: string): Promise<number> =>
  tx.run(
    sql`update /* access.workspace.writeWorkspaceName */ access.workspace set name = ${name} where id = ${id}`,
  )
