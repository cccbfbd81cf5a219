import type { Transaction } from '../../platform/database/database.ts'
import { audit, type AuditOrigin } from '../audit/audit.ts'
import { IdentityRefusal } from '../refusal.ts'
import { revokePasswordLinks, useLink } from '../link/store.ts'
import { endSessions } from '../session/store.ts'
import {
  findCredentialsById,
  holdCredentials,
  writePassword,
  type Credentials,
} from '../credentials/store.ts'

export interface PasswordLink {
  readonly kind: 'welcome' | 'reset'
  /** Of the token in the link. */
  readonly digest: Buffer
  /** Hash the password before the transaction: hashing is slow. */
  readonly passwordHash: string
  readonly origin: AuditOrigin
}

/** Verifies the address and ends sessions and other links. Undefined when the link no longer works. */
export async function setPassword(
  tx: Transaction,
  { kind, digest, passwordHash, origin }: PasswordLink,
): Promise<Credentials | undefined> {
  const now = tx.now()
  const link = await useLink(tx, kind, digest, now)
  if (!link || link.user_id === null) return undefined
  const userId = link.user_id
  if ((await writePassword(tx, userId, passwordHash)) === 0) return undefined
  await endOldPassword(tx, userId, origin)
  return findCredentialsById(tx, userId)
}

/** Ends what the old password allowed. */
async function endOldPassword(tx: Transaction, userId: number, origin: AuditOrigin): Promise<void> {
  const now = tx.now()
  await revokePasswordLinks(tx, userId, now)
  await endSessions(tx, userId, now)
  await audit(tx, now, {
    actor: 'person',
    userId,
    action: 'password.set',
    target: `user:${userId}`,
    outcome: 'ok',
    ...origin,
  })
}

/** For a person who typed the current password. Throws `credentials_changed`. */
export async function changePassword(
  tx: Transaction,
  before: Pick<Credentials, 'id' | 'password_hash'>,
  { passwordHash, origin }: Pick<PasswordLink, 'passwordHash' | 'origin'>,
): Promise<Credentials> {
  const userId = before.id
  const current = await holdCredentials(tx, userId)
  const isSame = current?.password_hash === before.password_hash
  if (!current || !isSame || (await writePassword(tx, userId, passwordHash)) === 0)
    throw new IdentityRefusal('credentials_changed', { userId })
  await endOldPassword(tx, userId, origin)
  return { ...current, password_hash: passwordHash }
}

/** For a person who proved the address in another way. Undefined when they already have a password. */
export async function setFirstPassword(
  tx: Transaction,
  userId: number,
  { passwordHash, origin }: Pick<PasswordLink, 'passwordHash' | 'origin'>,
): Promise<Credentials | undefined> {
  const before = await holdCredentials(tx, userId)
  if (!before || before.password_hash !== null) return undefined
  if ((await writePassword(tx, userId, passwordHash)) === 0) return undefined
  await endOldPassword(tx, userId, origin)
  return findCredentialsById(tx, userId)
}
