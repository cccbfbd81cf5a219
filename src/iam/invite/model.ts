import { z } from 'zod'
import { plainInstant } from '../../api/field.ts'
import type { PendingInvitation } from '../../identity/invitation/store.ts'
import { plainTime } from '../../platform/clock.ts'

export const Invite = z
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

export const toInvite = (
  { id, email, role, invited_at: invitedAt, expires_at: expiresAt }: PendingInvitation,
  now: Date,
): z.output<typeof Invite> => ({
  invite_id: id,
  email,
  role,
  status: 'pending',
  invited_at: plainTime(invitedAt),
  expires_at: plainTime(expiresAt),
  expired: expiresAt <= now,
})
