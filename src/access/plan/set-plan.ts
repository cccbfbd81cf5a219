import type { Context } from '../../api/context.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { settleMsMax } from '../settle.ts'
import { entitlementOf, patchSubscription, type Entitlement, type SubscriptionPatch } from './store.ts'

/** Changes a person's subscription and answers with what it comes to now; in force everywhere when it returns. */
export async function setPlan(
  context: Context,
  userId: number,
  patch: SubscriptionPatch,
): Promise<Entitlement> {
  const touched = await patchSubscription(context.database, userId, patch)
  if (touched === 0) throw new OperatorError(`There is no user ${userId}.`)
  await context.signals.settled(settleMsMax)
  return entitlementOf(context.database, userId)
}
