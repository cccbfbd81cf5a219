import type { Transaction } from '../../platform/database/database.ts'
import { MailLimitReached } from '../../platform/mail/limits.ts'
import { findCredentialsById } from '../credentials/store.ts'
import type { RightsTransaction } from '../in-force.ts'
import { accessDecision, accessMail } from '../mail/access-mails.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { approveProvisioning, declineProvisioning, revokeProvisioning } from './change-approval.ts'

export type Decision = 'approve' | 'decline' | 'revoke'

const changes = {
  approve: approveProvisioning,
  decline: declineProvisioning,
  revoke: revokeProvisioning,
} as const

/** Decides and tells the person. Throws `user_not_found`, `approval_not_requested`, and `approval_not_found`. */
export async function decideRequest(
  tx: RightsTransaction,
  { filesOrigin }: { readonly filesOrigin: string },
  userId: number,
  decision: Decision,
): Promise<void> {
  await changes[decision](tx, userId)
  await tell(tx, { filesOrigin, userId, decision })
}

/** The decision counts even if the person gets no more mails this hour. */
async function tell(
  tx: Transaction,
  {
    filesOrigin,
    userId,
    decision,
  }: { readonly filesOrigin: string; readonly userId: number; readonly decision: Decision },
): Promise<void> {
  const person = await findCredentialsById(tx, userId)
  if (!person) return
  const { email: to, first_name: firstName } = person
  const cause = { kind: accessDecision, scopeId: null, address: null }
  try {
    await mailPerson(tx, accessMail({ to, firstName, decision, url: `${filesOrigin}/` }), cause)
  } catch (error) {
    if (!(error instanceof MailLimitReached)) throw error
  }
}
