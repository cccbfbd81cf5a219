import type { Queryable } from '../../platform/database/database.ts'
import { audit, type AuditOrigin } from '../audit/audit.ts'
import type { RightsTransaction } from '../in-force.ts'
import { stateOf, type LinkState } from '../link/rules.ts'
import { findLink, useLink } from '../link/store.ts'
import { addMember } from '../member/change-members.ts'
import { holdWorkspace } from '../workspace/store.ts'
import { IdentityRefusal } from '../refusal.ts'
import { findEmail, markEmailVerified } from '../user/store.ts'
import { findInvitationById } from '../invitation/store.ts'

export interface ShownInvitation {
  readonly id: number
  readonly state: LinkState
  /** Only the person with this address may accept. */
  readonly email: string
  readonly role: 'admin' | 'member'
  readonly workspaceId: number
  readonly workspaceName: string
}

/** Undefined when the link does not exist. Does not use the link up. */
export async function findInvitation(
  database: Queryable,
  digest: Buffer,
  now: Date,
): Promise<ShownInvitation | undefined> {
  const link = await findLink(database, 'invitation', digest)
  if (!link?.invitation_id) return undefined
  const invitation = await findInvitationById(database, link.invitation_id)
  if (!invitation) return undefined
  const { id, email, role, workspace_id: workspaceId, workspace_name: workspaceName } = invitation
  return { id, state: stateOf(link, now), email, role, workspaceId, workspaceName }
}

/** Verifies the address. Throws `invitation_not_valid`, or `invitation_for_another` for another address. */
export async function acceptInvitation(
  tx: RightsTransaction,
  {
    digest,
    userId,
    origin,
  }: { readonly digest: Buffer; readonly userId: number; readonly origin?: AuditOrigin },
): Promise<{ workspaceId: number; workspaceName: string; role: 'admin' | 'member' }> {
  const found = await findInvitation(tx, digest, tx.now())
  if (!found) throw new IdentityRefusal('invitation_not_valid', { state: 'unknown' })
  const { email, workspaceId, workspaceName } = found
  // Lock the workspace before the link, as a concurrent invitation of the address does.
  await holdWorkspace(tx, workspaceId)
  if ((await findEmail(tx, userId)) !== email) throw new IdentityRefusal('invitation_for_another', { email })
  const used = await useLink(tx, 'invitation', digest, tx.now())
  // Read again: before the lock, the role may have changed and the link may have ended.
  const invitation = await findInvitation(tx, digest, tx.now())
  if (!used || !invitation)
    throw new IdentityRefusal('invitation_not_valid', { state: endedState(invitation?.state) })
  const { id, role } = invitation
  await addMember(tx, { workspaceId, userId, role })
  await markEmailVerified(tx, userId)
  await audit(tx, tx.now(), {
    actor: 'person',
    userId,
    workspaceId,
    action: 'invitation.accept',
    target: `invitation:${id}`,
    outcome: 'ok',
    ...origin,
  })
  return { workspaceId, workspaceName, role }
}

const endedState = (state: LinkState | undefined): Exclude<LinkState, 'valid'> =>
  state === undefined || state === 'valid' ? 'revoked' : state
