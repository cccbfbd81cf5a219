import type { Transaction } from '../database/database.ts'
import { callerSubject } from '../caller-subject.ts'
import { lockSent, noteSent, type SentMails } from './limit-store.ts'
import type { MailCause } from './mail.ts'

/** The longest window. Limits hold for every window, wherever it begins. */
const hourMs = 60 * 60 * 1000

/** Over all kinds, scopes and spellings of an address. */
const perRecipientMax = 20
/** Far above a team's use; limits the damage of a stolen key. */
const perScopeMax = 300
/** An address may be a whole office's. */
const perAddressMax = 60

/** The transaction rolls back. */
export class MailLimitReached extends Error {
  override readonly name = 'MailLimitReached'
  readonly retrySeconds: number

  constructor(retrySeconds: number) {
    super(`Too many mails were sent within the last hour; the next one may go in ${retrySeconds} s.`)
    this.retrySeconds = retrySeconds
  }
}

/** The mailbox that most providers mean: without dots and plus suffix. For counting only; a false match shares a generous limit. */
function mailboxOf(to: string): string {
  const at = to.lastIndexOf('@')
  const [name = ''] = to.slice(0, at).split('+', 1)
  return `${name.replaceAll('.', '')}${to.slice(at)}`.toLowerCase()
}

interface Limit {
  readonly max: number
  readonly windowMs: number
}

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

/** Or throws MailLimitReached. Rows stay locked until the commit, so concurrent mails are counted one after another. */
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

function waitMs({ sentAt }: SentMails, limit: Limit | undefined, now: Date): number {
  if (!limit) return 0
  const sinceMs = now.getTime() - limit.windowMs
  const counted = sentAt.map((at) => at.getTime()).filter((atMs) => atMs > sinceMs)
  if (counted.length < limit.max) return 0
  const leaving = counted.toSorted((a, b) => a - b)[counted.length - limit.max]
  return leaving === undefined ? limit.windowMs : leaving - sinceMs
}
