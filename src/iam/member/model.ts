import { z } from 'zod'
import { emailField } from '../../identity/email-field.ts'
import { idText, plainInstant, refusedAs } from '../../api/field.ts'

/** A member or a pending invitation: docs/api/iam.md#members. */
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

/** A malformed ID is not found, like an unknown one. */
export const MemberId = refusedAs('member_not_found', idText())

export const GivenRole = refusedAs('invalid_role', z.enum(['member', 'admin']))

/** docs/api/iam.md#addresses */
export const Email = refusedAs('invalid_email', emailField())

export const Members = z.array(Member)
