import { z } from 'zod'
import { idText, refusedAs } from '../../api/field.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import { noContent } from '../../api/result.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { inForce } from '../../identity/in-force.ts'
import { lockPermit } from '../../identity/lock-permit.ts'
import { removeMember } from '../../identity/member/change-members.ts'
import { isRefusal } from '../../identity/refusal.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { lockWorkspace } from '../../identity/workspace/store.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'

export const leaveWorkspace = console.endpoint('leaveWorkspace', {
  method: 'DELETE',
  path: '/me/workspaces/{id}',
  summary: 'Leave a workspace',
  description:
    'Your keys for it and the join links that you made stop working before the answer is sent. The owner cannot leave.',
  who: loggedIn,
  params: z.object({ id: refusedAs('workspace_not_found', idText()) }),
  result: noContent,
  problems: ['workspace_not_found', 'owner_cannot_leave'],

  async handle({ params: { id: workspaceId } }, context) {
    const { principal, limiters, call } = context
    const { userId } = principal
    await inForce(
      context,
      async (tx) => {
        await lockWorkspace(tx, workspaceId)
        await removeMember(tx, { workspaceId, userId })
        await auditCall(tx, context, { action: 'member.leave', target: `user:${userId}`, workspaceId })
      },
      lockPermit(limiters, workspaceFlow(workspaceId), call),
    ).catch((error: unknown) => {
      throw isRefusal(error, 'member_not_found') ? problem.workspace_not_found() : error
    })
  },
})
