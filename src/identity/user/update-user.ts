import type { Transaction } from '../../platform/database/database.ts'
import { parseEmail } from '../email.ts'
import { revokePasswordLinks } from '../link/store.ts'
import { normalizeName } from '../name.ts'
import { IdentityRefusal } from '../refusal.ts'
import { endSessions } from '../session/store.ts'
import { nameCharactersMax } from './create-user.ts'
import { type ChangedUser, type UserChange, writeUser } from './store.ts'

/** A new address ends sessions and password links. Throws `user_not_found`, `email_invalid`, and `email_taken`. */
export async function updateUser(
  tx: Transaction,
  userId: number,
  { email: typed, firstName, lastName }: UserChange,
): Promise<ChangedUser> {
  const email = typed === undefined ? undefined : parseEmail(typed)
  if (typed !== undefined && email === undefined) throw new IdentityRefusal('email_invalid', { email: typed })
  const user = await writeUser(tx, userId, {
    email,
    firstName: firstName && normalizeName(firstName, nameCharactersMax),
    lastName: lastName && normalizeName(lastName, nameCharactersMax),
  })
  if (!user) throw new IdentityRefusal('user_not_found', { userId })
  if (user.moved) {
    await revokePasswordLinks(tx, userId, tx.now())
    await endSessions(tx, userId, tx.now())
  }
  return user
}
