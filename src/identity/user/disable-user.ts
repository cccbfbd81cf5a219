import type { RightsTransaction } from '../in-force.ts'
import { requireOtherOperator } from '../operator/change-operators.ts'
import { IdentityRefusal } from '../refusal.ts'
import { endSessions } from '../session/store.ts'
import { writeDisabled } from './store.ts'

/** Disables or enables a person and their keys. Disabling ends their sessions. Throws `user_not_found`, `user_deleted`, and `last_operator`. */
export async function setUserDisabled(
  tx: RightsTransaction,
  userId: number,
  disabled: boolean,
): Promise<void> {
  if (disabled) await requireOtherOperator(tx, userId)
  const changed = await writeDisabled(tx, userId, disabled ? tx.now() : null)
  if (changed === 0) throw new IdentityRefusal('user_not_found', { userId })
  if (disabled) await endSessions(tx, userId, tx.now())
}
