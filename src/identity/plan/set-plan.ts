import type { RightsTransaction } from '../in-force.ts'
import { IdentityRefusal } from '../refusal.ts'
import { entitlementOf, patchSubscription, type Entitlement, type SubscriptionPatch } from './store.ts'

export async function setPlan(
  tx: RightsTransaction,
  userId: number,
  patch: SubscriptionPatch,
): Promise<Entitlement> {
  const changed = await patchSubscription(tx, userId, patch)
  if (changed === 0) throw new IdentityRefusal('user_not_found', { userId })
  return entitlementOf(tx, userId)
}
