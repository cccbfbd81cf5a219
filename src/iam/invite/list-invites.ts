import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { listInvitations } from '../../identity/invitation/store.ts'
import { plainInstant } from '../../api/field.ts'
import { plainTime } from '../../platform/clock.ts'
import { exampleInvite, oneInvitation } from '../examples.ts'
import { adminsOnly } from '../permit.ts'
import { iam } from '../service.ts'

const Invite = z
  .object({
    invite_id: z.int(),
    email: z.string(),
    role: z.enum(['member', 'admin']),
    status: z.enum(['pending']),
    invited_at: plainInstant().describe('when the last link was sent: YYYY-MM-DD HH:MM:SS, UTC'),
    expires_at: plainInstant().describe('14 days later'),
    expired: z.boolean().describe('whether the link has ended; invite again for a fresh one'),
  })
  .meta({ id: 'Invite' })

export const listInvites = iam.endpoint('listInvites', {
  method: 'GET',
  path: '/invites',
  summary: 'List pending invitations',
  description: 'Newest first. An expired invitation stays until it is cancelled or sent again.',
  who: key('iam:read'),
  result: z.array(Invite),
  problems: ['not_an_org_workspace', 'not_admin'],
  example: { before: [oneInvitation], answer: [exampleInvite] },
  permit: adminsOnly,

  async handle(_input, { principal, database, clock }) {
    const now = clock.now()
    const rows = await listInvitations(database, principal.workspaceId)
    return rows.map(({ id, email, role, invited_at: invitedAt, expires_at: expiresAt }) => ({
      invite_id: id,
      email,
      role,
      status: 'pending' as const,
      invited_at: plainTime(invitedAt),
      expires_at: plainTime(expiresAt),
      expired: expiresAt <= now,
    }))
  },
})
