import type { Transaction } from '../../platform/database/database.ts'
import { IdentityRefusal } from '../refusal.ts'
import { findEmail } from './store.ts'
import { endSessions } from '../session/store.ts'

/** Logs a person out everywhere. Resolves with the number of sessions. Throws `user_not_found`. */
export async function endSessionsOf(tx: Transaction, userId: number): Promise<number> {
  if ((await findEmail(tx, userId)) === undefined) throw new IdentityRefusal('user_not_found', { userId })
  return endSessions(tx, userId, tx.now())
}
