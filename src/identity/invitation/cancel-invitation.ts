import type { Transaction } from '../../platform/database/database.ts'
import { revokeLinks } from '../link/store.ts'
import { IdentityRefusal } from '../refusal.ts'
import { markCancelled } from './store.ts'

/** Cancels a pending or expired invitation and its link. Lock the workspace first. */
export async function cancelInvitation(
  tx: Transaction,
  { workspaceId, invitationId }: { readonly workspaceId: number; readonly invitationId: number },
): Promise<void> {
  const cancelled = await markCancelled(tx, workspaceId, invitationId)
  if (cancelled === 0) throw new IdentityRefusal('invitation_not_found', { invitationId })
  await revokeLinks(tx, { kind: 'invitation', invitationId, workspaceId }, tx.now())
}
