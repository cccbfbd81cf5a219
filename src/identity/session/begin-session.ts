import type { Transaction } from '../../platform/database/database.ts'
import type { Random } from '../../platform/random.ts'
import { audit, type AuditOrigin } from '../audit/audit.ts'
import { holdCredentials, type Credentials } from '../credentials/store.ts'
import { IdentityRefusal } from '../refusal.ts'
import { digestOf, tokenLength } from '../link/token.ts'
import { sessionCookie } from './cookie.ts'
import { endOf, idleMs, latestMs } from './rules.ts'
import { endOldestSessions, insertSession } from './store.ts'

const browserCharactersMax = 200
/** docs/account-pages.md#sessions */
const liveSessionsMax = 50

/** The password hash and second factor that a log-in checked. */
export type CheckedLogIn = Pick<Credentials, 'id' | 'password_hash' | 'two_step'>

export interface NewSession {
  readonly person: CheckedLogIn
  readonly browser: string
  readonly origin: AuditOrigin
}

/** Throws `credentials_changed`. Under the lock, a concurrent change is visible here or ends the new session too. */
export async function beginSession(
  tx: Transaction,
  { random, filesOrigin }: { readonly random: Random; readonly filesOrigin: string },
  { person, browser, origin }: NewSession,
): Promise<{ id: number; cookie: string }> {
  const userId = person.id
  const current = await holdCredentials(tx, userId)
  if (!current || current.disabled || !isSame(current, person))
    throw new IdentityRefusal('credentials_changed', { userId })
  const now = tx.now()
  const token = random.base62(tokenLength)
  const expiresAt = new Date(now.getTime() + latestMs)
  const draft = { digest: digestOf(token), userId, createdAt: now, expiresAt }
  const { id } = await insertSession(tx, {
    ...draft,
    address: origin.address ?? '',
    browser: browser.slice(0, browserCharactersMax),
  })
  const seenAfter = new Date(now.getTime() - idleMs)
  await endOldestSessions(tx, userId, { now, seenAfter, kept: liveSessionsMax })
  await audit(tx, now, {
    actor: 'person',
    userId,
    action: 'session.begin',
    target: `session:${id}`,
    outcome: 'ok',
    ...origin,
  })
  const end = endOf({ seen_at: now, expires_at: expiresAt })
  return { id, cookie: sessionCookie(filesOrigin, token, { now, end }) }
}

const isSame = (current: CheckedLogIn, checked: CheckedLogIn): boolean =>
  current.password_hash === checked.password_hash && current.two_step === checked.two_step
