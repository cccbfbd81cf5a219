import type { Role } from '../principal.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ListPage } from '../page.ts'
import { IdentityRefusal, refusing, type Membership } from '../refusal.ts'

interface MemberDraft extends Membership {
  readonly role: 'admin' | 'member'
  readonly joinedAt: Date
}

/** Throws `already_a_member`, `user_not_found` or `workspace_not_found`. */
export const insertMember = (tx: Transaction, draft: MemberDraft): Promise<number> => {
  const { workspaceId, userId } = draft
  return tx
    .run(sql`
      insert /* identity.member.insertMember */ into identity.member (workspace_id, user_id, role, joined_at)
      values (${workspaceId}, ${userId}, ${draft.role}, ${draft.joinedAt})`)
    .catch(
      refusing({
        member_already_there: () => new IdentityRefusal('already_a_member', { workspaceId, userId }),
        member_user_id_fkey: () => new IdentityRefusal('user_not_found', { userId }),
        member_workspace_id_fkey: () => new IdentityRefusal('workspace_not_found', { workspaceId }),
      }),
    )
}

export const lockRole = async (
  tx: Transaction,
  { workspaceId, userId }: Membership,
): Promise<Role | undefined> => {
  const member = await tx.first<{ role: Role }>(sql`
    select /* identity.member.lockRole */ role from identity.member
     where workspace_id = ${workspaceId} and user_id = ${userId}
       for update`)
  return member?.role
}

export const writeRole = (
  tx: Transaction,
  { workspaceId, userId }: Membership,
  role: Role,
): Promise<number> =>
  tx.run(sql`
    update /* identity.member.writeRole */ identity.member set role = ${role}
     where workspace_id = ${workspaceId} and user_id = ${userId}`)

export async function writeOwner(
  tx: Transaction,
  { workspaceId, userId }: Membership,
  before: number,
): Promise<void> {
  await writeRole(tx, { workspaceId, userId: before }, 'admin')
  await writeRole(tx, { workspaceId, userId }, 'owner')
  await tx.run(sql`
    update /* identity.member.writeOwner */ identity.workspace set owner_id = ${userId} where id = ${workspaceId}`)
}

export const lockOwner = (
  tx: Transaction,
  workspaceId: number,
): Promise<{ type: 'personal' | 'org'; owner_id: number } | undefined> =>
  tx.first(sql`
    select /* identity.member.lockOwner */ type, owner_id from identity.workspace where id = ${workspaceId}
       for no key update`)

export const deleteMember = (tx: Transaction, { workspaceId, userId }: Membership): Promise<number> =>
  tx.run(sql`
    delete /* identity.member.deleteMember */ from identity.member
     where workspace_id = ${workspaceId} and user_id = ${userId}`)

export const findRole = async (
  database: Queryable,
  workspaceId: number,
  userId: number,
): Promise<Role | undefined> => {
  const member = await database.first<{ role: Role }>(sql`
    select /* identity.member.findRole */
      role from identity.member where workspace_id = ${workspaceId} and user_id = ${userId}`)
  return member?.role
}

export const holdRole = async (
  tx: Transaction,
  { workspaceId, userId }: Membership,
): Promise<Role | undefined> => {
  const member = await tx.first<{ role: Role }>(sql`
    select /* identity.member.holdRole */ role from identity.member
     where workspace_id = ${workspaceId} and user_id = ${userId}
       for share`)
  return member?.role
}

export interface ListedMember {
  readonly workspace_id: number
  readonly user_id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly role: Role
  readonly joined_at: Date
  readonly disabled: boolean
}

export const listMembers = (
  database: Queryable,
  workspaceId: number,
  { after, limit }: ListPage,
): Promise<ListedMember[]> =>
  database.rows<ListedMember>(sql`
    select /* identity.member.listMembers */ m.workspace_id, m.user_id, u.email, u.first_name, u.last_name, m.role,
      m.joined_at, u.disabled_at is not null as disabled
      from identity.member m
      join identity.user u on u.id = m.user_id
     where m.workspace_id = ${workspaceId} and m.user_id > ${after}
     order by m.user_id
     limit ${limit}`)

export const findMember = async (
  database: Queryable,
  workspaceId: number,
  userId: number,
): Promise<ListedMember | undefined> =>
  (await listMembers(database, workspaceId, { after: userId - 1, limit: 1 })).find(
    ({ user_id: found }) => found === userId,
  )

export interface Absence extends Membership {
  readonly reason: 'left' | 'disabled' | 'deleted'
}

/** Those who left the workspace or are disabled, and those whose workspace is being deleted. */
export const findAbsences = (database: Queryable, people: readonly Membership[]): Promise<Absence[]> =>
  database.rows<Absence>(sql`
    select /* identity.member.findAbsences */ person.workspace_id as "workspaceId", person.user_id as "userId",
           case when identity.is_deleted(person.workspace_id) then 'deleted'
                when m.user_id is null then 'left'
                else 'disabled' end as reason
      from unnest(
        ${people.map(({ workspaceId }) => workspaceId)}::bigint[], ${people.map(({ userId }) => userId)}::bigint[]
      ) as person (workspace_id, user_id)
      left join identity.member m on m.workspace_id = person.workspace_id and m.user_id = person.user_id
      left join identity."user" u on u.id = person.user_id
     where m.user_id is null or u.disabled_at is not null`)
