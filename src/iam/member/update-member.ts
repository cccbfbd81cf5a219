import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { inForce } from '../../identity/in-force.ts'
import { changeRole } from '../../identity/member/change-members.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import { exampleMember, oneMember } from '../examples.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { withPermit, ownerOnly } from '../permit.ts'
import { iam } from '../service.ts'
import { GivenRole, MemberId } from './model.ts'

const MemberRole = z
  .object({ user_id: z.int(), role: z.enum(['member', 'admin']) })
  .meta({ id: 'MemberRole' })

export const updateMember = iam.endpoint('updateMember', {
  method: 'PATCH',
  path: '/members/{user_id}',
  summary: 'Change the role of a member',
  description: 'Only by the owner. The keys of the member have the new role from the next request on.',
  who: key('iam:write'),
  params: z.object({ user_id: MemberId }),
  body: z.object({ role: GivenRole }),
  result: MemberRole,
  problems: [
    'not_an_org_workspace',
    'not_admin',
    'owner_required',
    'invalid_role',
    'role_change_failed',
    'member_not_found',
  ],
  example: {
    given: oneMember,
    params: { user_id: '$MEMBER_ID' },
    body: { role: 'admin' },
    answer: { user_id: exampleMember.user_id, role: 'admin' },
  },
  permit: ownerOnly,

  async handle({ params: { user_id: userId }, body: { role } }, context) {
    const { workspaceId } = context.principal
    await inForce(
      context,
      async (tx) => {
        await requireRole(tx, context.principal, 'owner')
        await changeRole(tx, { workspaceId, userId, role })
        await auditCall(tx, context, { action: `member.make_${role}`, target: `user:${userId}` })
      },
      withPermit(context),
    )
    return { user_id: userId, role }
  },
})
