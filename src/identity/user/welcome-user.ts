import type { Transaction } from '../../platform/database/database.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import type { Random } from '../../platform/random.ts'
import { issueLink } from '../link/issue-link.ts'
import type { LinkDraft } from '../link/store.ts'
import { welcome, welcomeMail } from '../mail/mails.ts'

export interface LinkParts {
  readonly random: Random
  readonly filesOrigin: string
}

export interface LinkIssuer {
  /** null: the command line. */
  readonly userId: number | null
  readonly via: LinkDraft['issuedVia']
  /** The mail counts for it. null: for no workspace. */
  readonly workspaceId: number | null
}

interface NewPerson {
  readonly id: number
  readonly email: string
  readonly firstName: string
}

/** A link with which a new person sets their password. */
export async function issueWelcomeLink(
  tx: Transaction,
  parts: LinkParts,
  { id: userId, email: recipient }: Pick<NewPerson, 'id' | 'email'>,
  { userId: issuedBy, via: issuedVia }: LinkIssuer,
): Promise<string> {
  const subject = { kind: 'welcome', userId } as const
  const { url } = await issueLink(tx, parts, { subject, recipient, issuedBy, issuedVia })
  return url
}

/** Mails the link. Throws MailLimitReached. */
export async function welcomeUser(
  tx: Transaction,
  parts: LinkParts,
  person: NewPerson,
  issuer: LinkIssuer,
): Promise<void> {
  const { email: to, firstName } = person
  const url = await issueWelcomeLink(tx, parts, person, issuer)
  const cause = { kind: welcome, scopeId: issuer.workspaceId, address: null }
  await sendMail(tx, welcomeMail({ to, url, firstName }), cause)
}
