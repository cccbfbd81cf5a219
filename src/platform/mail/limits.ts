import type { Transaction } from '../database/database.ts'
import { callerSubject } from '../caller-subject.ts'
import { lockSent, noteSent, type SentMails } from './limit-store.ts'
import type { MailCause } from './mail.ts'

/** The longest time for which mails count. Limits hold for each window, wherever it begins. */
const hourMs = 60 * 60 * 1000

/** Of any kind, over all workspaces, features and spellings: what a stranger's mailbox may get of us. */
const perRecipientMax = 20
/** A team with limited links and invitations stays far below; a stolen key is no mail cannon. */
const perScopeMax = 300
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

interface Limit {
  readonly max: number
  readonly windowMs: number
}

/** How many mails each subject of a mail may have. */
function limitsOf(to: string, { kind, scopeId, address }: MailCause): ReadonlyMap<string, Limit> {
  const caller = address === null ? undefined : callerSubject(address)
  const ofKind = `to:${to.toLowerCase()}:${kind.name}`
  const { perCallerMax, windowMs = hourMs } = kind
  const limits = new Map<string, Limit>([
    [`to:${mailboxOf(to)}`, { max: perRecipientMax, windowMs: hourMs }],
    [ofKind, { max: kind.perRecipientMax, windowMs }],
  ])
  if (scopeId !== null) limits.set(`scope:${scopeId}`, { max: perScopeMax, windowMs: hourMs })
  if (caller === undefined) return limits
  limits.set(caller, { max: perAddressMax, windowMs: hourMs })
  if (perCallerMax !== undefined) limits.set(`${ofKind}:${caller}`, { max: perCallerMax, windowMs })
  return limits
}

/**
 * Counts a mail in the transaction that sends it, or throws MailLimitReached. The rows stay locked until its end, so
 * that mails at the same moment are counted one after another, and one that is rolled back was never counted.
 */
export async function countMail(tx: Transaction, to: string, cause: MailCause): Promise<void> {
  const limits = limitsOf(to, cause)
  const now = tx.now()
  const since = new Date(now.getTime() - hourMs)
  const sent = await lockSent(tx, [...limits.keys()], since, now)
  const waits = sent.map((mails) => waitMs(mails, limits.get(mails.subject), now))
  const longest = Math.max(...waits)
  if (longest > 0) throw new MailLimitReached(Math.ceil(longest / 1000))
  await noteSent(tx, [...limits.keys()], { since, now, forgetAt: new Date(now.getTime() + hourMs) })
}

/** How long until so many mails of the window have left it that one more may be sent. */
function waitMs({ sentAt }: SentMails, limit: Limit | undefined, now: Date): number {
  if (!limit) return 0
  const sinceMs = now.getTime() - limit.windowMs
  const counted = sentAt.map((at) => at.getTime()).filter((atMs) => atMs > sinceMs)
  if (counted.length < limit.max) return 0
  const leaving = counted.toSorted((a, b) => a - b)[counted.length - limit.max]
  return leaving === undefined ? limit.windowMs : leaving - sinceMs
}
