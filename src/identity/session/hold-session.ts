import type { Transaction } from '../../platform/database/database.ts'
import { holdCredentials } from '../credentials/store.ts'
import { IdentityRefusal } from '../refusal.ts'
import { isSessionOpen } from './store.ts'

/** Locks the person of a session. Throws `session_ended` when it ended, or the person was disabled, after authentication. */
export async function holdSession(
  tx: Transaction,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: number },
): Promise<void> {
  const person = await holdCredentials(tx, userId)
  if (!person || person.disabled || !(await isSessionOpen(tx, sessionId)))
    throw new IdentityRefusal('session_ended', { userId })
}
