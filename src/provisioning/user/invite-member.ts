import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { invite } from '../../identity/invitation/invite.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import { emptyIsAbsent, idNumber, refusedAs } from '../../api/field.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { withPermit } from '../with-permit.ts'
import { refusingMails } from '../mail-limit.ts'
import { provisioning } from '../service.ts'
import { Email, SentInvitation, unsupported } from './model.ts'

export const inviteMember = provisioning.endpoint('inviteMember', {
  method: 'POST',
  path: '/workspace-members',
  summary: 'Invite somebody to an organization',
  description:
    'Mails a link that works once, within 14 days. Who was invited before gets a fresh link, and the new role if one is sent. The creator of the key must be the owner or an admin of the workspace.',
  who: key('workspace:invite'),
  body: z.object({
    ...unsupported,
    workspace_id: refusedAs('missing_workspace', idNumber()).meta({ examples: [4] }),
    email: Email,
    role: emptyIsAbsent(
      refusedAs('invalid_role', z.enum(['member', 'admin']))
        .optional()
        .describe('Omitted: that of the pending invitation, otherwise member.'),
    ),
  }),
  status: 201,
  result: SentInvitation,
  problems: [
    'unsupported_parameter',
    'missing_workspace',
    'invalid_email',
    'invalid_role',
    'not_an_org_workspace',
    'workspace_not_found',
    'already_member',
    'invite_recently_sent',
  ],
  example: {
    given: {
      ORG_ID: { meaning: 'the id of an organization of which you are the owner or an admin', value: 21 },
    },
    body: { workspace_id: '$ORG_ID', email: 'emil@example.com', role: 'admin' },
    answer: {
      workspace_id: 21,
      email: 'emil@example.com',
      role: 'admin',
      status: 'invited',
      invited_at: '2026-11-21T10:00:00.000Z',
    },
  },

  async handle({ body }, context) {
    const { principal, database, origins } = context
    const { workspace_id: workspaceId, email } = body
    return withPermit(context)(() =>
      database.transaction(async (tx) => {
        await requireRole(tx, { workspaceId, userId: principal.userId }, 'admin')
        const { id, role, invitedAt } = await invite(
          tx,
          { ...context, filesOrigin: origins.files },
          { workspaceId, email, role: body.role, inviterId: principal.userId, via: 'provisioning' },
        )
        await auditCall(tx, context, { action: 'member.invite', target: `invitation:${id}`, workspaceId })
        return {
          workspace_id: workspaceId,
          email,
          role,
          status: 'invited' as const,
          invited_at: invitedAt.toISOString(),
        }
      }),
    ).catch(refusingMails('mails'))
  },
})
