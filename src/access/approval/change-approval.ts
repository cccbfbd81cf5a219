import type { RightsTransaction } from '../in-force.ts'
import { AccessRefusal } from '../refusal.ts'
import { revokeApproval, writeApproval } from './store.ts'

/** Lets a person use the provisioning service. */
export async function approveProvisioning(tx: RightsTransaction, userId: number): Promise<void> {
  await writeApproval(tx, userId, tx.now())
}

/** Withdraws the approval, which stops every provisioning key of the person. */
export async function revokeProvisioning(tx: RightsTransaction, userId: number): Promise<void> {
  const revoked = await revokeApproval(tx, userId, tx.now())
  if (revoked === 0) throw new AccessRefusal('approval_not_found', { userId })
}
