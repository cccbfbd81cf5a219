import type { Transaction } from '../../platform/database/database.ts'
import type { Random } from '../../platform/random.ts'
import { audit, type AuditOrigin } from '../audit/audit.ts'
import { digestOf, tokenLength } from '../link/token.ts'
import { sessionCookie } from './cookie.ts'
import { endOf, latestMs } from './rules.ts'
import { insertSession } from './store.ts'

const browserCharactersMax = 200

export interface NewSession {
  readonly userId: number
  readonly browser: string
  readonly origin: AuditOrigin
}

/** Logs a person in under a token that was never used before. Resolves with the value of `Set-Cookie`. */
export async function beginSession(
  tx: Transaction,
  { random, filesOrigin }: { readonly random: Random; readonly filesOrigin: string },
  { userId, browser, origin }: NewSession,
): Promise<{ id: number; cookie: string }> {
  const now = tx.now()
  const token = random.base62(tokenLength)
  const expiresAt = new Date(now.getTime() + latestMs)
  const draft = { digest: digestOf(token), userId, createdAt: now, expiresAt }
  const { id } = await insertSession(tx, {
    ...draft,
    address: origin.address ?? '',
    browser: browser.slice(0, browserCharactersMax),
  })
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
