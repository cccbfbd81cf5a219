import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { invite } from '../../identity/invitation/invite.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import { isRefusal } from '../../identity/refusal.ts'
import { emptyIsAbsent, plainInstant } from '../../api/field.ts'
import { retryAfter } from '../../api/problem.ts'
import { plainTime } from '../../platform/clock.ts'
import { MailLimitReached } from '../../platform/mail/limits.ts'
import { exampleInvite } from '../examples.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { adminsOnly, withPermit } from '../permit.ts'
import { problem } from '../problems.ts'
import { iam } from '../service.ts'
import { Email, GivenRole } from './model.ts'

const OptionalRole = GivenRole.optional().describe(
  'omitted: that of the pending invitation, otherwise member',
)

const Invited = z
  .object({
    email: z.string().describe('as it is stored: trimmed and in lower case'),
    role: z.enum(['member', 'admin']),
    status: z.enum(['invited']),
    invited_at: plainInstant(),
  })
  .meta({ id: 'Invited' })

export const inviteMember = iam.endpoint('inviteMember', {
  method: 'POST',
  path: '/members',
  summary: 'Invite somebody by e-mail',
  description:
    'The mail has a link that works once, for 14 days. Inviting an address again sends a fresh link with the new role, ' +
    'or without one with that of the pending invitation, and the earlier link stops working. Only the owner can invite admins.',
  who: key('iam:write'),
  body: z.object({ email: Email, role: emptyIsAbsent(OptionalRole) }),
  status: 201,
  result: Invited,
  problems: [
    'not_an_org_workspace',
    'not_admin',
    'owner_required',
    'invalid_email',
    'invalid_role',
    'invite_failed',
    'invite_rate_limited',
    'too_many_pending_invites',
  ],
  example: {
    body: { email: exampleInvite.email },
    answer: {
      email: exampleInvite.email,
      role: exampleInvite.role,
      status: 'invited',
      invited_at: exampleInvite.invited_at,
    },
  },
  permit: adminsOnly,

  async handle({ body: { email, role } }, context) {
    const { database, random, origins, principal } = context
    const { workspaceId, userId } = principal
    const { invitedAt, role: given } = await withPermit(context)(() =>
      database.transaction(async (tx) => {
        await requireRole(tx, principal, role === 'admin' ? 'owner' : 'admin')
        const request = { workspaceId, email, role, inviterId: userId, via: 'iam' } as const
        const invited = await invite(tx, { random, filesOrigin: origins.files }, request)
        await auditCall(tx, context, { action: 'invitation.send', target: `invitation:${invited.id}` })
        return invited
      }),
    ).catch(limited)
    return { email, role: given, status: 'invited' as const, invited_at: plainTime(invitedAt) }
  },
})

/** Rethrows; a limit is reported with its name and wait. */
function limited(error: unknown): never {
  if (isRefusal(error, 'invitation_limit_reached')) throw tooMany(error.facts)
  if (error instanceof MailLimitReached)
    throw tooMany({ limit: 'mails_hour', retrySeconds: error.retrySeconds })
  throw error
}

const tooMany = ({ limit, retrySeconds }: { readonly limit: string; readonly retrySeconds: number }) =>
  problem.invite_rate_limited({ details: { limit }, ...retryAfter(retrySeconds) })
