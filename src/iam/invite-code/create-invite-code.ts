import { key } from '../../identity/schemes/api-key.ts'
import { createInviteCode as createCode } from '../../identity/invitation/create-code.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import { exampleInviteCode } from '../examples.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { adminsOnly, withPermit } from '../permit.ts'
import { iam } from '../service.ts'
import { InviteCode, toInviteCode } from './model.ts'

export const createInviteCode = iam.endpoint('createInviteCode', {
  method: 'POST',
  path: '/invite-codes',
  summary: 'Create an invite code',
  description: 'The first person who opens its link and logs in joins as a member. A body is not needed.',
  who: key('iam:write'),
  status: 201,
  result: InviteCode,
  problems: ['not_an_org_workspace', 'not_admin', 'too_many_invite_codes'],
  example: { answer: exampleInviteCode },
  permit: adminsOnly,

  async handle(_input, context) {
    const { database, random, origins, principal } = context
    const { workspaceId, userId } = principal
    const created = await withPermit(context)(() =>
      database.transaction(async (tx) => {
        await requireRole(tx, principal, 'admin')
        const code = await createCode(tx, random, { workspaceId, createdBy: userId })
        await auditCall(tx, context, { action: 'invite_code.create', target: `workspace:${workspaceId}` })
        return code
      }),
    )
    return toInviteCode(created, origins.files)
  },
})
