import type { Context } from '../../api/context.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { settleMsMax } from '../settle.ts'
import { revokeApproval, writeApproval } from './store.ts'

/** Lets a person use the provisioning service; an unknown person breaks the constraint `approval_user_id_fkey`. */
export async function approveProvisioning(context: Context, userId: number): Promise<void> {
  await writeApproval(context.database, userId, context.clock.now())
  await context.signals.settled(settleMsMax)
}

/** Takes the approval back: the person's provisioning keys fail in every process before it returns. */
export async function revokeProvisioning(context: Context, userId: number): Promise<void> {
  const touched = await revokeApproval(context.database, userId, context.clock.now())
  if (touched === 0) throw new OperatorError(`User ${userId} is not approved for provisioning.`)
  await context.signals.settled(settleMsMax)
}
