import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { LinkKind, LinkRow, LinkSubject } from './model.ts'

export interface LinkDraft {
  readonly subject: LinkSubject
  readonly digest: Buffer
  /** Normalized. */
  readonly recipient: string
  /** null when the recipient requested it. */
  readonly issuedBy: number | null
  readonly issuedVia: 'iam' | 'provisioning' | 'page' | 'console'
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columnsOf = (subject: LinkSubject) =>
  subject.kind === 'invitation'
    ? { userId: null, invitationId: subject.invitationId, workspaceId: subject.workspaceId }
    : { userId: subject.userId, invitationId: null, workspaceId: null }

export const insertLink = async (tx: Transaction, draft: LinkDraft): Promise<void> => {
  const { userId, invitationId, workspaceId } = columnsOf(draft.subject)
  await tx.run(sql`
    insert /* identity.link.insertLink */ into identity.link
      (digest, kind, user_id, invitation_id, workspace_id, recipient, issued_by, issued_via, created_at, expires_at)
    values (${draft.digest}, ${draft.subject.kind}, ${userId}, ${invitationId}, ${workspaceId}, ${draft.recipient},
            ${draft.issuedBy}, ${draft.issuedVia}, ${draft.createdAt}, ${draft.expiresAt})`)
}

/** Ends the unused links for the same purpose, except those that were requested on a page: anyone may request those. */
export const revokeLinks = (tx: Transaction, subject: LinkSubject, now: Date): Promise<number> => {
  const { userId, invitationId } = columnsOf(subject)
  return tx.run(sql`
    update /* identity.link.revokeLinks */ identity.link set revoked_at = ${now}
     where kind = ${subject.kind} and used_at is null and revoked_at is null
       and (user_id = ${userId} or invitation_id = ${invitationId}) and issued_via <> 'page'`)
}

/** Ends all unused links that can set the person's password. */
export const revokePasswordLinks = (tx: Transaction, userId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update /* identity.link.revokePasswordLinks */ identity.link set revoked_at = ${now}
     where user_id = ${userId} and used_at is null and revoked_at is null`)

/** Whether a link for the same purpose was created at this time or later. */
export const hasLinkSince = async (tx: Queryable, subject: LinkSubject, since: Date): Promise<boolean> => {
  const { userId, invitationId } = columnsOf(subject)
  return (
    (await tx.first(sql`
      select /* identity.link.hasLinkSince */ 1 from identity.link
       where kind = ${subject.kind} and created_at >= ${since}
         and (user_id = ${userId} or invitation_id = ${invitationId})
       limit 1`)) !== undefined
  )
}

export const findLink = (database: Queryable, kind: LinkKind, digest: Buffer): Promise<LinkRow | undefined> =>
  database.find<LinkRow>(sql`
    select /* identity.link.findLink */ kind, user_id, invitation_id, recipient, expires_at, used_at, revoked_at
      from identity.link
     where digest = ${digest} and kind = ${kind}`)

/** Uses a link up: one of any number of concurrent callers gets the row. */
export const useLink = (
  tx: Transaction,
  kind: LinkKind,
  digest: Buffer,
  now: Date,
): Promise<LinkRow | undefined> =>
  tx.first<LinkRow>(sql`
    update /* identity.link.useLink */ identity.link set used_at = ${now}
     where digest = ${digest} and kind = ${kind}
       and used_at is null and revoked_at is null and expires_at > ${now}
    returning kind, user_id, invitation_id, recipient, expires_at, used_at, revoked_at`)
