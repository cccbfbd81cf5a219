import type { RightsTransaction } from '../in-force.ts'
import { endInvitationOf } from '../invitation/store.ts'
import { AccessRefusal, type Membership } from '../refusal.ts'
import { deleteMember, findRole, holdWorkspace, insertMember } from './store.ts'

/** Adds a person to an organization. An invitation of their address that is pending there has served its purpose. */
export async function addMember(
  tx: RightsTransaction,
  member: Membership & { readonly role: 'admin' | 'member' },
): Promise<void> {
  const { workspaceId } = member
  const workspace = await holdWorkspace(tx, workspaceId)
  if (!workspace) throw new AccessRefusal('workspace_not_found', { workspaceId })
  if (workspace.type === 'personal') throw new AccessRefusal('personal_workspace', { workspaceId })
  await insertMember(tx, { ...member, joinedAt: tx.now() })
  await endInvitationOf(tx, workspaceId, member.userId)
}

/** Ends a membership, and with it every key that the person has for the workspace. */
export async function removeMember(
  tx: RightsTransaction,
  { workspaceId, userId }: Membership,
): Promise<void> {
  if ((await deleteMember(tx, workspaceId, userId)) > 0) return
  const role = await findRole(tx, workspaceId, userId)
  throw new AccessRefusal(role === 'owner' ? 'owner_cannot_leave' : 'member_not_found', {
    workspaceId,
    userId,
  })
}
