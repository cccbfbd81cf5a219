import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ListPage } from '../page.ts'
import { IdentityRefusal } from '../refusal.ts'

export interface WorkspaceDraft {
  readonly ownerId: number
  readonly name: string
  readonly type: 'personal' | 'org'
  readonly createdAt: Date
}

/** Creates the workspace with its owner's membership. Throws `user_not_found`, also for a person who is being deleted. */
export async function insertWorkspace(tx: Transaction, draft: WorkspaceDraft): Promise<{ id: number }> {
  const workspace = await tx.first<{ id: number }>(sql`
    with /* identity.workspace.insertWorkspace */ workspace as (
      insert into identity.workspace (type, name, owner_id, created_at)
      select ${draft.type}, ${draft.name}, person.id, ${draft.createdAt}::timestamptz
        from (
          select id from identity."user" where id = ${draft.ownerId} and delete_at is null for share
        ) person
      returning id
    ), owner as (
      insert into identity.member (workspace_id, user_id, role, joined_at)
      select id, ${draft.ownerId}, 'owner', ${draft.createdAt} from workspace
    )
    select id from workspace`)
  if (!workspace) throw new IdentityRefusal('user_not_found', { userId: draft.ownerId })
  return workspace
}

export interface WorkspaceRow {
  readonly id: number
  readonly name: string
  readonly type: 'personal' | 'org'
  readonly owner_id: number
  readonly created_at: Date
}

/** Also one that is being deleted. */
export interface EveryWorkspaceRow extends WorkspaceRow {
  /** null: it is not being deleted. */
  readonly delete_at: Date | null
}

/** Undefined unless the person belongs to it. */
export const findWorkspace = (
  database: Queryable,
  userId: number,
  id: number,
): Promise<WorkspaceRow | undefined> =>
  database.first<WorkspaceRow>(sql`
    select /* identity.workspace.findWorkspace */
      workspace.id, workspace.name, workspace.type, workspace.owner_id, workspace.created_at
      from identity.member member
      join identity.workspace workspace on workspace.id = member.workspace_id
     where member.user_id = ${userId} and member.workspace_id = ${id}`)

/** Shares a lock on the workspace until the transaction ends. */
export const holdWorkspace = (
  tx: Transaction,
  id: number,
): Promise<{ type: 'personal' | 'org' } | undefined> =>
  tx.first(
    sql`select /* identity.workspace.holdWorkspace */ type from identity.workspace where id = ${id} for share`,
  )

/** An existing membership lasts until the transaction ends. */
export const holdMember = async (tx: Transaction, workspaceId: number, userId: number): Promise<boolean> =>
  (await tx.first(sql`
    select /* identity.workspace.holdMember */ 1 from identity.member
     where workspace_id = ${workspaceId} and user_id = ${userId}
       for key share`)) !== undefined

/** Locks the workspace until the transaction ends, which serializes changes of its people. */
export const lockWorkspace = (
  tx: Transaction,
  id: number,
): Promise<{ type: 'personal' | 'org'; name: string } | undefined> =>
  tx.first(sql`
    select /* identity.workspace.lockWorkspace */ type, name from identity.workspace where id = ${id} for no key update`)

/** One page, oldest first, and the total. */
export async function listWorkspacesOf(
  database: Queryable,
  userId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{
  workspaces: (WorkspaceRow & { readonly role: 'owner' | 'admin' | 'member' })[]
  total: number
}> {
  const { total } = await database.one<{ total: number }>(sql`
    select /* identity.workspace.listWorkspacesOf */ count(*) as total from identity.member where user_id = ${userId}`)
  const workspaces = await database.rows<WorkspaceRow & { readonly role: 'owner' | 'admin' | 'member' }>(sql`
    select /* identity.workspace.listWorkspacesOf.2 */
      workspace.id, workspace.name, workspace.type, workspace.owner_id, workspace.created_at, member.role
      from identity.member member
      join identity.workspace workspace on workspace.id = member.workspace_id
     where member.user_id = ${userId}
     order by member.workspace_id
     limit ${limit} offset ${offset}`)
  return { workspaces, total }
}

/** The lock makes the limit exact. It is a weak one, which does not block rows that only reference the person. */
export async function holdOrganizations(tx: Transaction, ownerId: number): Promise<number> {
  await tx.run(sql`
    select /* identity.workspace.holdOrganizations */ from identity.user where id = ${ownerId} for no key update`)
  const { owned } = await tx.one<{ owned: number }>(sql`
    select /* identity.workspace.holdOrganizations.2 */
      count(*) as owned from identity.workspace where owner_id = ${ownerId} and type = 'org'`)
  return owned
}

export const writeWorkspaceName = (tx: Transaction, id: number, name: string): Promise<number> =>
  tx.run(
    sql`update /* identity.workspace.writeWorkspaceName */ identity.workspace set name = ${name} where id = ${id}`,
  )

export const listEveryWorkspace = (
  database: Queryable,
  { after, limit }: ListPage,
  userId?: number,
): Promise<EveryWorkspaceRow[]> =>
  database.rows<EveryWorkspaceRow>(sql`
    select /* identity.workspace.listEveryWorkspace */ w.id, w.name, w.type, w.owner_id, w.created_at, w.delete_at
      from identity.every_workspace w
     where w.id > ${after}
       and ${
         userId === undefined
           ? sql`true`
           : sql`exists (select from identity.every_member m where m.workspace_id = w.id and m.user_id = ${userId})`
       }
     order by w.id
     limit ${limit}`)

export interface ShownWorkspace extends EveryWorkspaceRow {
  readonly members: number
  /** Those that are not revoked. */
  readonly keys: number
}

export const findEveryWorkspace = (database: Queryable, id: number): Promise<ShownWorkspace | undefined> =>
  database.first<ShownWorkspace>(sql`
    select /* identity.workspace.findEveryWorkspace */ w.id, w.name, w.type, w.owner_id, w.created_at, w.delete_at,
      (select count(*) from identity.every_member m where m.workspace_id = w.id) as members,
      (select count(*) from identity.api_key k where k.workspace_id = w.id and k.revoked_at is null) as keys
      from identity.every_workspace w
     where w.id = ${id}`)

/** Of any person. */
export async function findAnyWorkspace(database: Queryable, id: number): Promise<ShownWorkspace | undefined> {
  const workspace = await findEveryWorkspace(database, id)
  return workspace?.delete_at ? undefined : workspace
}

/** Replaces the number in plain text. */
export const writeEin = (tx: Queryable, id: number, sealed: Buffer): Promise<number> =>
  tx.run(sql`
    update /* identity.workspace.writeEin */ identity.workspace set ein_sealed = ${sealed}, ein = null where id = ${id}`)

export const findUnsealedEins = (
  database: Queryable,
  limit: number,
): Promise<{ id: number; ein: string }[]> =>
  database.rows(sql`
    select /* identity.workspace.findUnsealedEins */ id, ein from identity.workspace
     where ein is not null order by id limit ${limit}`)

export interface WorkspaceOfPerson {
  readonly id: number
  readonly name: string
  readonly type: 'personal' | 'org'
  readonly role: 'owner' | 'admin' | 'member'
  readonly demo: boolean
  /** Services of the owner's plan; null without an active subscription. */
  readonly owner_services: readonly string[] | null
}

/** The personal one first, then by name. */
export const listWithPlans = (
  database: Queryable,
  userId: number,
  limit: number,
): Promise<WorkspaceOfPerson[]> =>
  database.rows<WorkspaceOfPerson>(sql`
    select /* identity.workspace.listWithPlans */ w.id, w.name, w.type, w.demo, m.role,
      case when o.active then o.services end as owner_services
      from identity.member m
      join identity.workspace w on w.id = m.workspace_id
      left join identity.entitlement o on o.user_id = w.owner_id
     where m.user_id = ${userId}
     order by (w.type = 'personal' and m.role = 'owner') desc, lower(w.name), w.id
     limit ${limit}`)
