import { emit } from '../../platform/outbox/emit.ts'
import type { RightsTransaction } from '../in-force.ts'
import { holdCredentials } from '../credentials/store.ts'
import { IdentityRefusal, type Membership } from '../refusal.ts'
import { addMember } from './change-members.ts'
import { roleChanged } from './events.ts'
import { lockOwner, lockRole, writeOwner } from './store.ts'

/** The new owner becomes a member if necessary, the previous one an admin. Throws `user_disabled`. */
export async function changeOwner(tx: RightsTransaction, member: Membership): Promise<void> {
  const { workspaceId, userId } = member
  const workspace = await lockOwner(tx, workspaceId)
  if (!workspace) throw new IdentityRefusal('workspace_not_found', { workspaceId })
  if (workspace.type === 'personal') throw new IdentityRefusal('personal_workspace', { workspaceId })
  const person = await holdCredentials(tx, userId)
  if (!person) throw new IdentityRefusal('user_not_found', { userId })
  if (person.disabled) throw new IdentityRefusal('user_disabled', { userId })
  const before = workspace.owner_id
  if (before === userId) return
  if (!(await lockRole(tx, member))) await addMember(tx, { ...member, role: 'admin' })
  await writeOwner(tx, member, before)
  await emit(tx, roleChanged({ workspaceId, userId: before }, 'admin'))
  await emit(tx, roleChanged(member, 'owner'))
}
