import type { Transaction } from '../../platform/database/database.ts'
import type { Random } from '../../platform/random.ts'
import { issueLink } from '../link/issue-link.ts'
import { linkSeconds } from '../link/rules.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { invitation, invitationMail } from '../mail/mails.ts'
import { lockWorkspace } from '../workspace/store.ts'
import { IdentityRefusal } from '../refusal.ts'
import { holdPerson } from '../user/store.ts'
import { limitReached, pauseSeconds, pauseStart, tooManyPending } from './rules.ts'
import { countInvitations, findInviter, findMemberByEmail, lastMailed, writeInvitation } from './store.ts'

export interface InvitationRequest {
  readonly workspaceId: number
  /** As `parseEmail` returns it. */
  readonly email: string
  /** Default: that of the pending invitation, otherwise member. */
  readonly role: 'admin' | 'member' | undefined
  readonly inviterId: number
  /** Each API has its own limits: docs/api/iam.md#limits, docs/api/accounts.md#limits. */
  readonly via: 'iam' | 'provisioning'
}

/** Mails a fresh link. The caller checks the inviter's role. Throws `MailLimitReached` and the refusals below. */
export async function invite(
  tx: Transaction,
  parts: { readonly random: Random; readonly filesOrigin: string },
  request: InvitationRequest,
): Promise<{ id: number; role: 'admin' | 'member'; invitedAt: Date }> {
  const { workspaceId, email, inviterId, via } = request
  const workspace = await lockWorkspace(tx, workspaceId)
  if (!workspace) throw new IdentityRefusal('workspace_not_found', { workspaceId })
  if (workspace.type === 'personal') throw new IdentityRefusal('personal_workspace', { workspaceId })
  const member = await findMemberByEmail(tx, workspaceId, email)
  if (member) throw new IdentityRefusal('already_a_member', { workspaceId, userId: member.user_id })
  await (via === 'iam' ? checkLimits(tx, request) : checkPause(tx, request))

  const invitedAt = tx.now()
  const expiresAt = new Date(invitedAt.getTime() + linkSeconds.invitation * 1000)
  const draft = { workspaceId, email, role: request.role, invitedBy: inviterId, invitedAt, expiresAt }
  const { id, role } = await writeInvitation(tx, draft)
  const subject = { kind: 'invitation', invitationId: id, workspaceId } as const
  const { url } = await issueLink(tx, parts, {
    subject,
    recipient: email,
    issuedBy: inviterId,
    issuedVia: via,
  })
  const { name: inviterName } = await findInviter(tx, inviterId)
  const mail = invitationMail({ to: email, url, inviterName, workspaceName: workspace.name, role })
  await mailPerson(tx, mail, { kind: invitation, scopeId: workspaceId, address: null })
  return { id, role, invitedAt }
}

/** The locks on workspace and inviter make the limits exact. */
async function checkLimits(
  tx: Transaction,
  { workspaceId, email, inviterId }: InvitationRequest,
): Promise<void> {
  await holdPerson(tx, inviterId)
  const counts = await countInvitations(tx, { workspaceId, email, inviterId, now: tx.now() })
  const reached = limitReached(counts, tx.now())
  if (reached) throw new IdentityRefusal('invitation_limit_reached', reached)
  if (tooManyPending(counts)) throw new IdentityRefusal('too_many_invitations', { workspaceId })
}

async function checkPause(tx: Transaction, { workspaceId, email }: InvitationRequest): Promise<void> {
  const last = await lastMailed(tx, { workspaceId, email, since: pauseStart(tx.now()) })
  const retrySeconds = pauseSeconds(last?.mailed_at ?? undefined, tx.now())
  if (retrySeconds > 0) throw new IdentityRefusal('recently_invited', { email, retrySeconds })
}
