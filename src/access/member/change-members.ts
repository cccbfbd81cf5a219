import type { Context } from '../../api/context.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { settleMsMax } from '../settle.ts'
import { deleteMember, holdWorkspace, insertMember } from './store.ts'

/** Adds a person to an organization. One who is a member already breaks the constraint `member_already_there`. */
export async function addMember(
  context: Context,
  member: { readonly workspaceId: number; readonly userId: number; readonly role: 'admin' | 'member' },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const workspace = await holdWorkspace(tx, member.workspaceId)
    if (!workspace) throw new OperatorError(`There is no workspace ${member.workspaceId}.`)
    if (workspace.type === 'personal')
      throw new OperatorError('A personal workspace has its owner and nobody else.')
    await insertMember(tx, { ...member, joinedAt: context.clock.now() })
  })
  await context.signals.settled(settleMsMax)
}

/** Ends a membership; the person's keys for the workspace stop in every process before it returns. */
export async function removeMember(
  context: Context,
  { workspaceId, userId }: { readonly workspaceId: number; readonly userId: number },
): Promise<void> {
  const removed = await deleteMember(context.database, workspaceId, userId)
  if (removed === 0) {
    throw new OperatorError(
      `User ${userId} is no removable member of workspace ${workspaceId}; the owner stays.`,
    )
  }
  await context.signals.settled(settleMsMax)
}
