import type { RightsTransaction } from '../in-force.ts'
import { AccessRefusal } from '../refusal.ts'
import { writeDisabled } from './store.ts'

/** Stops everything that the person's keys do, or lets it go on. */
export async function setUserDisabled(
  tx: RightsTransaction,
  userId: number,
  disabled: boolean,
): Promise<void> {
  const changed = await writeDisabled(tx, userId, disabled ? tx.now() : null)
  if (changed === 0) throw new AccessRefusal('user_not_found', { userId })
}
