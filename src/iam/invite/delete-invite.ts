import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { cancelInvitation } from '../../identity/invitation/cancel-invitation.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import { idText, refusedAs } from '../../api/field.ts'
import { noContent } from '../../api/result.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { adminsOnly, withPermit } from '../permit.ts'
import { iam } from '../service.ts'

export const deleteInvite = iam.endpoint('deleteInvite', {
  method: 'DELETE',
  path: '/invites/{invite_id}',
  summary: 'Cancel an invitation',
  description:
    'The link in the mail stops working. What was accepted cannot be cancelled; remove the member.',
  who: key('iam:write'),
  params: z.object({ invite_id: refusedAs('invite_not_found', idText()) }),
  result: noContent,
  problems: ['not_an_org_workspace', 'not_admin', 'invite_not_found'],
  example: {
    before: [{ variable: 'INVITE_ID', operation: 'listInvites', path: '.data[0].invite_id' }],
    params: { invite_id: '$INVITE_ID' },
  },
  permit: adminsOnly,

  async handle({ params: { invite_id: invitationId } }, context) {
    const { database, principal } = context
    await withPermit(context)(() =>
      database.transaction(async (tx) => {
        await requireRole(tx, principal, 'admin')
        await cancelInvitation(tx, { workspaceId: principal.workspaceId, invitationId })
        await auditCall(tx, context, { action: 'invitation.cancel', target: `invitation:${invitationId}` })
      }),
    )
  },
})
