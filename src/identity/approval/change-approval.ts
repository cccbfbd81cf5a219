import type { RightsTransaction } from '../in-force.ts'
import { IdentityRefusal } from '../refusal.ts'
import { declineRequest, revokeApproval, writeApproval, writeRequest, type ApprovalRequest } from './store.ts'

/** Asks the operator for access to the provisioning service. An existing approval stays. */
export async function requestProvisioning(tx: RightsTransaction, request: ApprovalRequest): Promise<void> {
  const { userId } = request
  const written = await writeRequest(tx, request, tx.now())
  if (written === 0) throw new IdentityRefusal('already_approved', { userId })
}

export async function declineProvisioning(tx: RightsTransaction, userId: number): Promise<void> {
  const declined = await declineRequest(tx, userId, tx.now())
  if (declined === 0) throw new IdentityRefusal('approval_not_requested', { userId })
}

export async function approveProvisioning(tx: RightsTransaction, userId: number): Promise<void> {
  await writeApproval(tx, userId, tx.now())
}

/** Revokes the approval, which stops every provisioning key of the person. */
export async function revokeProvisioning(tx: RightsTransaction, userId: number): Promise<void> {
  const revoked = await revokeApproval(tx, userId, tx.now())
  if (revoked === 0) throw new IdentityRefusal('approval_not_found', { userId })
}
