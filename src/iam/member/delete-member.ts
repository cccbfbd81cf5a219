import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { inForce } from '../../identity/in-force.ts'
import { removeMember } from '../../identity/member/change-members.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import { noContent } from '../../api/result.ts'
import { oneMember } from '../examples.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { adminsOnly, withPermit } from '../permit.ts'
import { problem } from '../problems.ts'
import { iam } from '../service.ts'
import { MemberId } from './model.ts'

export const deleteMember = iam.endpoint('deleteMember', {
  method: 'DELETE',
  path: '/members/{user_id}',
  summary: 'Remove a member',
  description: 'The keys that the member has for the workspace stop working before the answer is sent.',
  who: key('iam:write'),
  params: z.object({ user_id: MemberId }),
  result: noContent,
  problems: ['not_an_org_workspace', 'not_admin', 'cannot_remove_self', 'remove_failed', 'member_not_found'],
  example: { given: oneMember, params: { user_id: '$MEMBER_ID' } },
  permit: adminsOnly,

  async handle({ params: { user_id: userId } }, context) {
    const { principal } = context
    if (userId === principal.userId) throw problem.cannot_remove_self()
    await inForce(
      context,
      async (tx) => {
        await requireRole(tx, principal, 'admin')
        await removeMember(tx, { workspaceId: principal.workspaceId, userId })
        await auditCall(tx, context, { action: 'member.remove', target: `user:${userId}` })
      },
      withPermit(context),
    )
  },
})
