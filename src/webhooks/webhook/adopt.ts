import { holdMember } from '../../identity/workspace/store.ts'
import type { Membership } from '../../identity/refusal.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { adoptWebhook, findCreator } from './store.ts'

/** Makes `userId` the creator of a webhook whose creator has left. The caller holds the lock of the workspace. */
export async function adoptIfLeft(
  tx: Transaction,
  { workspaceId, userId, id }: Membership & { readonly id: number },
): Promise<void> {
  const createdBy = await findCreator(tx, workspaceId, id)
  if (createdBy !== undefined && !(await holdMember(tx, workspaceId, createdBy)))
    await adoptWebhook(tx, id, userId)
}
