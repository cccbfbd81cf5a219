import { z } from 'zod'
import { parseEmail } from '../../access/email.ts'
import type { PersonRow } from '../../access/member/people-store.ts'
import { idText, plainInstant, refusedAs, shownAs, text } from '../../api/field.ts'
import { plainTime } from '../../platform/clock.ts'

/** A member, or somebody who is invited: docs/api/iam.md#members. */
export const Member = z
  .object({
    user_id: z.int().describe('of a pending invitation its `invite_id`'),
    email: z.string(),
    name: z.string().nullable().describe('null when it is not known'),
    role: z.enum(['owner', 'admin', 'member']),
    status: z.enum(['active', 'pending']),
    joined_at: plainInstant().nullable().describe('YYYY-MM-DD HH:MM:SS, UTC; null when pending'),
  })
  .meta({ id: 'Member' })

/** A malformed id is not found, like an unknown one. */
export const MemberId = refusedAs('member_not_found', idText())

/** The roles that can be given. */
export const GivenRole = refusedAs('invalid_role', z.enum(['member', 'admin']))

/** An address as it is stored: docs/api/iam.md#addresses. */
export const Email = refusedAs(
  'invalid_email',
  shownAs(
    { type: 'string', format: 'email' },
    text().transform((typed, context) => {
      const email = parseEmail(typed)
      if (email !== undefined) return email
      context.addIssue({ code: 'custom', message: 'must be one address, like ann@example.com' })
      return z.NEVER
    }),
  ),
)

/** The one place where a row becomes what the API shows. */
export function toMember(row: PersonRow): z.input<typeof Member> {
  const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim()
  return {
    user_id: row.id,
    email: row.email,
    name: name === '' ? null : name,
    role: row.role,
    status: row.joined_at === null ? 'pending' : 'active',
    joined_at: row.joined_at === null ? null : plainTime(new Date(row.joined_at * 1000)),
  }
}
