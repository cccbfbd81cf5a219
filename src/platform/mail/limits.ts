import type { Transaction } from '../database/database.ts'
import { callerSubject } from '../limits/tries/subject.ts'
import { lockSent, noteSent, type SentMails } from './limit-store.ts'
import type { MailCause } from './mail.ts'

/** Mails count for an hour; the limits hold for each hour, wherever it begins. */
const windowMs = 60 * 60 * 1000

/** Of any kind, over all workspaces, features and spellings: what a stranger's mailbox may get of us. */
const perRecipientMax = 20
/** A team with limited links and invitations stays far below; a stolen key is no mail cannon. */
const perTenantMax = 300
/** An address may be that of a whole office. */
const perAddressMax = 60

/** Thrown before a mail is stored that would be one too many; the transaction rolls back. */
export class MailLimitReached extends Error {
  override readonly name = 'MailLimitReached'
  readonly retrySeconds: number

  constructor(retrySeconds: number) {
    super(`Too many mails were sent within the last hour; the next one may go in ${retrySeconds} s.`)
    this.retrySeconds = retrySeconds
  }
}

/**
 * The mailbox that most providers mean by an address: without what follows a plus, and without dots. For counting only;
 * two people whose addresses differ in a dot have a limit in common, which is far above what one of them gets.
 */
function mailboxOf(to: string): string {
  const at = to.lastIndexOf('@')
  const [name = ''] = to.slice(0, at).split('+', 1)
  return `${name.replaceAll('.', '')}${to.slice(at)}`.toLowerCase()
}

/** How many mails each subject of a mail may have in an hour. */
function limitsOf(to: string, { kind, tenantId, address }: MailCause): ReadonlyMap<string, number> {
  return new Map([
    [`to:${mailboxOf(to)}`, perRecipientMax],
    [`to:${to.toLowerCase()}:${kind.name}`, kind.perRecipientMax],
    ...(tenantId === null ? [] : [[`tenant:${tenantId}`, perTenantMax] as const]),
    ...(address === null ? [] : [[callerSubject(address), perAddressMax] as const]),
  ])
}

/**
 * Counts a mail in the transaction that sends it, or throws MailLimitReached. The rows stay locked until its end, so
 * that mails at the same moment are counted one after another, and one that is rolled back was never counted.
 */
export async function countMail(tx: Transaction, to: string, cause: MailCause): Promise<void> {
  const limits = limitsOf(to, cause)
  const now = tx.now()
  const since = new Date(now.getTime() - windowMs)
  const sent = await lockSent(tx, [...limits.keys()], since, now)
  const waits = sent.map((mails) => waitMs(mails, limits.get(mails.subject) ?? 0, since))
  const longest = Math.max(...waits)
  if (longest > 0) throw new MailLimitReached(Math.ceil(longest / 1000))
  await noteSent(tx, [...limits.keys()], { since, now, forgetAt: new Date(now.getTime() + windowMs) })
}

/** How long until so many mails of the window have left it that one more may be sent. */
function waitMs({ sentAt }: SentMails, max: number, since: Date): number {
  if (sentAt.length < max) return 0
  const leaving = sentAt.toSorted((a, b) => a.getTime() - b.getTime())[sentAt.length - max]
  return leaving ? leaving.getTime() - since.getTime() : windowMs
}
