import type { Transaction } from '../../platform/database/database.ts'
import { lockWorkspace } from '../workspace/store.ts'
import { IdentityRefusal, type Membership } from '../refusal.ts'
import { checkRole, type LeastRole } from './rules.ts'
import { holdRole } from './store.ts'

/** Throws unless the person has the role, and keeps it until the transaction ends. Serializes changes of members. */
export async function requireRole(tx: Transaction, member: Membership, least: LeastRole): Promise<void> {
  const { workspaceId, userId } = member
  await lockWorkspace(tx, workspaceId)
  const role = await holdRole(tx, member)
  if (!role) throw new IdentityRefusal('not_a_member', { workspaceId, userId })
  checkRole({ workspaceId, userId, role }, least)
}
