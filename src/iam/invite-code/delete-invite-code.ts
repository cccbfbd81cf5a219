import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { typedCodePattern } from '../../identity/invitation/code-rules.ts'
import { revokeInviteCode } from '../../identity/invitation/revoke-code.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import { refusedAs, text } from '../../api/field.ts'
import { noContent } from '../../api/result.ts'
import { oneInviteCode } from '../examples.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { adminsOnly, withPermit } from '../permit.ts'
import { iam } from '../service.ts'

export const deleteInviteCode = iam.endpoint('deleteInviteCode', {
  method: 'DELETE',
  path: '/invite-codes/{code}',
  summary: 'Revoke an invite code',
  description: 'Its link stops working. A code that was used cannot be revoked; remove the member.',
  who: key('iam:write'),
  params: z.object({ code: refusedAs('invite_code_not_found', text().regex(typedCodePattern)) }),
  result: noContent,
  problems: ['not_an_org_workspace', 'not_admin', 'invite_code_not_found'],
  example: { before: [oneInviteCode], params: { code: '$INVITE_CODE' } },
  permit: adminsOnly,

  async handle({ params: { code } }, context) {
    const { database, principal } = context
    const { workspaceId } = principal
    await withPermit(context)(() =>
      database.transaction(async (tx) => {
        await requireRole(tx, principal, 'admin')
        await revokeInviteCode(tx, workspaceId, code)
        await auditCall(tx, context, { action: 'invite_code.revoke', target: `workspace:${workspaceId}` })
      }),
    )
  },
})
