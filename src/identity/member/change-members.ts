import { emit } from '../../platform/outbox/emit.ts'
import type { RightsTransaction } from '../in-force.ts'
import { revokeCodesOf } from '../invitation/code-store.ts'
import { endInvitationOf } from '../invitation/store.ts'
import { markOrphaned } from '../key/store.ts'
import { memberRemoved, roleChanged } from './events.ts'
import { holdWorkspace } from '../workspace/store.ts'
import { IdentityRefusal, type Membership } from '../refusal.ts'
import { deleteMember, insertMember, lockRole, writeRole } from './store.ts'

/** Adds a person to an organization and ends their pending invitation. */
export async function addMember(
  tx: RightsTransaction,
  member: Membership & { readonly role: 'admin' | 'member' },
): Promise<void> {
  const { workspaceId } = member
  const workspace = await holdWorkspace(tx, workspaceId)
  if (!workspace) throw new IdentityRefusal('workspace_not_found', { workspaceId })
  if (workspace.type === 'personal') throw new IdentityRefusal('personal_workspace', { workspaceId })
  await insertMember(tx, { ...member, joinedAt: tx.now() })
  await endInvitationOf(tx, workspaceId, member.userId)
}

/** A role that the member already has changes nothing and sends no event. */
export async function changeRole(
  tx: RightsTransaction,
  { role, ...member }: Membership & { readonly role: 'admin' | 'member' },
): Promise<void> {
  const before = await lockRole(tx, member)
  if (!before) throw new IdentityRefusal('member_not_found', member)
  if (before === 'owner') throw new IdentityRefusal('owner_role_fixed', member)
  if (before === role) return
  await writeRole(tx, member, role)
  await emit(tx, roleChanged(member, role))
}

/** Ends a membership, and for good every key and unused invite code that the person created for the workspace. */
export async function removeMember(tx: RightsTransaction, member: Membership): Promise<void> {
  const role = await lockRole(tx, member)
  if (!role) throw new IdentityRefusal('member_not_found', member)
  if (role === 'owner') throw new IdentityRefusal('owner_cannot_leave', member)
  await deleteMember(tx, member)
  await markOrphaned(tx, member, tx.now())
  await revokeCodesOf(tx, member)
  await emit(tx, memberRemoved(member))
}
