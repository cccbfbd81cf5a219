import type { Transaction } from '../../platform/database/database.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { issueLink } from '../link/issue-link.ts'
import { reset, resetMail } from '../mail/mails.ts'
import { holdCredentials } from '../credentials/store.ts'
import { IdentityRefusal } from '../refusal.ts'
import type { CreatedAccount } from './store.ts'
import type { LinkIssuer, LinkParts } from './welcome-user.ts'

/** Ends earlier links. Throws `user_not_found` when the person is disabled or of the demo, and MailLimitReached. */
export async function sendResetLink(
  tx: Transaction,
  parts: LinkParts,
  { id, email, first_name: firstName }: CreatedAccount,
  issuer: LinkIssuer,
): Promise<void> {
  const held = await holdCredentials(tx, id)
  if (!held || held.disabled || held.demo) throw new IdentityRefusal('user_not_found', { userId: id })
  const subject = { kind: 'reset', userId: id } as const
  const link = { subject, recipient: email, issuedBy: issuer.userId, issuedVia: issuer.via } as const
  const { url } = await issueLink(tx, parts, link)
  const cause = { kind: reset, scopeId: issuer.workspaceId, address: null }
  await sendMail(tx, resetMail({ to: email, url, firstName }), cause)
}
