import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { InvitationCounts } from './rules.ts'

export const findInviter = (tx: Queryable, userId: number): Promise<{ name: string }> =>
  tx.one(sql`
    select /* identity.invitation.findInviter */ concat_ws(' ', first_name, last_name) as name
      from identity.user where id = ${userId}`)

export const findMemberByEmail = (
  tx: Queryable,
  workspaceId: number,
  email: string,
): Promise<{ user_id: number } | undefined> =>
  tx.first(sql`
    select /* identity.invitation.findMemberByEmail */ m.user_id
      from identity.user u
      join identity.member m on m.user_id = u.id and m.workspace_id = ${workspaceId}
     where u.email = ${email}`)

export interface InvitationDraft {
  readonly workspaceId: number
  readonly email: string
  /** Default: that of the pending invitation, otherwise member. */
  readonly role: 'admin' | 'member' | undefined
  readonly invitedBy: number
  readonly invitedAt: Date
  readonly expiresAt: Date
}

/** Creates an invitation, or updates the pending one under its ID. */
export const writeInvitation = (
  tx: Transaction,
  draft: InvitationDraft,
): Promise<{ id: number; role: 'admin' | 'member' }> =>
  tx.one(sql`
    insert /* identity.invitation.writeInvitation */
      into identity.invitation (workspace_id, email, role, invited_by, invited_at, expires_at)
    values (${draft.workspaceId}, ${draft.email}, ${draft.role ?? 'member'}, ${draft.invitedBy}, ${draft.invitedAt},
            ${draft.expiresAt})
    on conflict (workspace_id, email) where accepted_at is null and cancelled_at is null
    do update set role = coalesce(${draft.role ?? null}::text, invitation.role), invited_by = excluded.invited_by, invited_at = excluded.invited_at,
                  expires_at = excluded.expires_at
    returning id, role`)

interface Counted {
  readonly workspaceId: number
  readonly email: string
  readonly inviterId: number
  readonly now: Date
}

export const countInvitations = (
  tx: Queryable,
  { workspaceId, email, inviterId, now }: Counted,
): Promise<InvitationCounts> => {
  const hourAgo = new Date(now.getTime() - 60 * 60 * 1000)
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  return tx.one(sql`
    with /* identity.invitation.countInvitations */ sent as (
      select recipient, created_at from identity.link
       where workspace_id = ${workspaceId} and created_at > ${dayAgo} and issued_via = 'iam'
    ), own as (
      select created_at from identity.link
       where kind = 'invitation' and issued_by = ${inviterId} and created_at > ${hourAgo} and issued_via = 'iam'
    )
    select (select count(*) from sent where recipient = ${email}) as to_recipient,
           (select min(created_at) from sent where recipient = ${email}) as to_recipient_first,
           (select count(*) from own) as by_inviter,
           (select min(created_at) from own) as by_inviter_first,
           (select count(*) from sent) as of_workspace,
           (select min(created_at) from sent) as of_workspace_first,
           (select count(*) from identity.invitation
             where workspace_id = ${workspaceId} and accepted_at is null and cancelled_at is null
               and email <> ${email}) as pending`)
}

/** When the address was last mailed an invitation to the workspace, through any API. */
export const lastMailed = (
  tx: Queryable,
  {
    workspaceId,
    email,
    since,
  }: { readonly workspaceId: number; readonly email: string; readonly since: Date },
): Promise<{ mailed_at: Date | null } | undefined> =>
  tx.first(sql`
    select /* identity.invitation.lastMailed */ max(created_at) as mailed_at from identity.link
     where workspace_id = ${workspaceId} and recipient = ${email} and created_at > ${since}`)

export interface InvitationRow {
  readonly id: number
  readonly email: string
  readonly role: 'admin' | 'member'
  readonly workspace_id: number
  readonly workspace_name: string
}

export const findInvitationById = (database: Queryable, id: number): Promise<InvitationRow | undefined> =>
  database.find<InvitationRow>(sql`
    select /* identity.invitation.findInvitationById */ i.id, i.email, i.role, i.workspace_id, w.name as workspace_name
      from identity.invitation i
      join identity.workspace w on w.id = i.workspace_id
     where i.id = ${id}`)

export interface PendingInvitation {
  readonly id: number
  readonly email: string
  readonly role: 'admin' | 'member'
  readonly invited_at: Date
  readonly expires_at: Date
}

/** Newest first. Expired invitations are included until they are canceled. */
export const listInvitations = (database: Queryable, workspaceId: number): Promise<PendingInvitation[]> =>
  database.rows<PendingInvitation>(sql`
    select /* identity.invitation.listInvitations */ id, email, role, invited_at, expires_at from identity.invitation
     where workspace_id = ${workspaceId} and accepted_at is null and cancelled_at is null
     order by invited_at desc, id desc`)

/** 0 when the workspace has no pending invitation with this id. */
export const markCancelled = (tx: Transaction, workspaceId: number, id: number): Promise<number> =>
  tx.run(sql`
    update /* identity.invitation.markCancelled */ identity.invitation set cancelled_at = ${tx.now()}
     where id = ${id} and workspace_id = ${workspaceId} and accepted_at is null and cancelled_at is null`)

/** Ends the pending invitation of a new member, and its link. */
export const endInvitationOf = (tx: Transaction, workspaceId: number, userId: number): Promise<number> =>
  tx.run(sql`
    with /* identity.invitation.endInvitationOf */ ended as (
      update identity.invitation i set accepted_at = ${tx.now()}, accepted_by = u.id
        from identity.user u
       where u.id = ${userId} and i.workspace_id = ${workspaceId} and i.email = u.email
         and i.accepted_at is null and i.cancelled_at is null
      returning i.id
    )
    update identity.link set used_at = ${tx.now()}
     where invitation_id in (select id from ended) and used_at is null and revoked_at is null`)

/** The role of the person's pending invitation, unless it has expired. */
export const findInvitedRole = async (
  tx: Transaction,
  workspaceId: number,
  userId: number,
): Promise<'admin' | 'member' | undefined> =>
  (
    await tx.first<{ role: 'admin' | 'member' }>(sql`
      select /* identity.invitation.findInvitedRole */ i.role
        from identity.user u
        join identity.invitation i on i.workspace_id = ${workspaceId} and i.email = u.email
       where u.id = ${userId} and i.accepted_at is null and i.cancelled_at is null and i.expires_at > ${tx.now()}`)
  )?.role
