import { z } from 'zod'
import { emailField } from '../../identity/email-field.ts'
import type { Acting } from '../../identity/principal.ts'
import { normalizeName } from '../../identity/name.ts'
import type { NewAccount } from '../../identity/user/create-account.ts'
import { einPattern } from '../../identity/workspace/ein.ts'
import { emptyIsAbsent, instant, refusedAs, shownAs, text } from '../../api/field.ts'

/** docs/api/accounts.md#limits */
const nameCharactersMax = 80
const phoneCharactersMax = 40

/** First in a body, so that a password is refused whatever else is wrong. */
const Unsupported = refusedAs(
  'unsupported_parameter',
  shownAs({ not: {} }, z.never('is not supported').optional()),
).describe('Refused: people choose their own passwords.')

export const unsupported = { password: Unsupported, new_password: Unsupported }

export const Email = refusedAs('invalid_email', emailField()).describe('Trimmed and lower-cased.')

const Name = (code: 'missing_name' | 'missing_organization', example: string) =>
  refusedAs(
    code,
    shownAs(
      { type: 'string', pattern: String.raw`\S`, examples: [example] },
      text()
        .transform((typed) => normalizeName(typed, nameCharactersMax))
        .refine((name) => name !== '', 'must not be blank'),
    ),
  ).describe(
    `Trimmed and without formatting characters; what exceeds ${nameCharactersMax} characters is cut off.`,
  )

const Phone = shownAs(
  { type: 'string' },
  text().transform((typed) => normalizeName(typed, phoneCharactersMax)),
).describe(
  `Free text; what exceeds ${phoneCharactersMax} characters is cut off. Stored encrypted, never returned.`,
)

export const person = {
  ...unsupported,
  email: Email,
  first_name: Name('missing_name', 'Ann'),
  last_name: Name('missing_name', 'Lee'),
  phone: emptyIsAbsent(Phone.optional()),
}

type Person = z.output<z.ZodObject<typeof person>>

export const accountOf = (principal: Acting, body: Person): NewAccount => ({
  creatorId: principal.userId,
  creatorWorkspaceId: principal.workspaceId,
  email: body.email,
  firstName: body.first_name,
  lastName: body.last_name,
  phone: body.phone,
})

export const organization = {
  organization_name: emptyIsAbsent(
    Name('missing_organization', 'Lee & Sons').optional().describe('Required, unless `org_name` is sent.'),
  ),
  org_name: emptyIsAbsent(
    Name('missing_organization', 'Lee & Sons').optional().describe('The same as `organization_name`.'),
  ),
  ein: emptyIsAbsent(
    refusedAs(
      'invalid_ein',
      text().regex(einPattern, 'must have 9 digits, as NN-NNNNNNN or NNNNNNNNN'),
    ).optional(),
  ),
}

const Id = z.int().meta({ examples: [17] })

const Account = z.object({
  id: Id,
  email: z.string().meta({ examples: ['ann@example.com'] }),
  first_name: z.string().meta({ examples: ['Ann'] }),
  last_name: z.string().meta({ examples: ['Lee'] }),
})

export const IndividualAccount = z
  .object({
    ...Account.shape,
    account_type: z.literal('individual'),
    workspace_id: Id.describe('The personal workspace.'),
    email_verified: z.literal(false).describe('False until the person uses the mailed link.'),
  })
  .meta({ id: 'IndividualAccount' })

export const BusinessAccount = z
  .object({
    ...Account.shape,
    account_type: z.literal('business'),
    organization: z.object({ workspace_id: Id, name: z.string().meta({ examples: ['Lee & Sons'] }) }),
    email_verified: z.literal(false).describe('False until the person uses the mailed link.'),
  })
  .meta({ id: 'BusinessAccount' })

export const SentInvitation = z
  .object({
    workspace_id: Id,
    email: z.string().meta({ examples: ['bea@example.com'] }),
    role: z.enum(['member', 'admin']),
    status: z.literal('invited'),
    invited_at: instant(),
  })
  .meta({ id: 'SentInvitation' })

export const PasswordReset = z
  .object({
    id: Id,
    email: z.string().meta({ examples: ['ann@example.com'] }),
    reset: z.literal('email_sent'),
  })
  .meta({ id: 'PasswordReset' })
