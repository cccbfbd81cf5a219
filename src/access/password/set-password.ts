import type { Transaction } from '../../platform/database/database.ts'
import { audit } from '../audit/audit.ts'
import { revokePasswordLinks, useLink } from '../link/store.ts'
import { endSessions } from '../session/store.ts'
import { findCredentialsById, writePassword, type Credentials } from './store.ts'

export interface PasswordLink {
  readonly kind: 'welcome' | 'reset'
  /** Of the token in the link. */
  readonly digest: Buffer
  /** Hash the password before the transaction: it is slow on purpose. */
  readonly passwordHash: string
  readonly requestId: string
  readonly address: string
}

/**
 * Sets a password with a link that was mailed, which uses the link up and proves the address. Everything that the old
 * password let in ends: sessions and other links. Undefined when the link cannot be used any more.
 */
export async function setPassword(
  tx: Transaction,
  { kind, digest, passwordHash, requestId, address }: PasswordLink,
): Promise<Credentials | undefined> {
  const now = tx.now()
  const link = await useLink(tx, kind, digest, now)
  if (!link || link.user_id === null) return undefined
  const userId = link.user_id
  // A disabled person stays out.
  if ((await writePassword(tx, userId, passwordHash)) === 0) return undefined
  await revokePasswordLinks(tx, userId, now)
  await endSessions(tx, userId, now)
  await audit(tx, now, {
    actor: 'person',
    userId,
    action: 'password.set',
    target: `user:${userId}`,
    outcome: 'ok',
    requestId,
    address,
  })
  return findCredentialsById(tx, userId)
}
