import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { createBusinessAccount } from '../../identity/user/create-account.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { withPermit } from '../with-permit.ts'
import { refusingMails } from '../mail-limit.ts'
import { problem } from '../problems.ts'
import { exampleDora } from './examples.ts'
import { provisioning } from '../service.ts'
import { BusinessAccount, organization, person, accountOf } from './model.ts'

export const createBusiness = provisioning.endpoint('createBusiness', {
  method: 'POST',
  path: '/business',
  summary: 'Create a business account and its organization',
  description:
    'Creates the account with a personal workspace and an organization that the person owns, and mails them a link to set a password. The link works once, within 72 hours.',
  who: key('business:create'),
  body: z.object({ ...person, ...organization }),
  status: 201,
  result: BusinessAccount,
  problems: [
    'unsupported_parameter',
    'invalid_email',
    'missing_name',
    'missing_organization',
    'invalid_ein',
    'email_taken',
    'account_creation_limit',
  ],
  example: {
    body: { ...exampleDora, organization_name: 'Harbour Bakery', ein: '12-3456789' },
    answer: {
      id: 26,
      ...exampleDora,
      account_type: 'business',
      organization: { workspace_id: 28, name: 'Harbour Bakery' },
      email_verified: false,
    },
  },

  async handle({ body }, context) {
    const { principal, database, origins } = context
    const name = body.organization_name ?? body.org_name
    if (name === undefined) throw problem.missing_organization()
    return withPermit(context)(() =>
      database.transaction(async (tx) => {
        const { id, organizationId } = await createBusinessAccount(
          tx,
          { ...context, filesOrigin: origins.files },
          accountOf(principal, body),
          { name, ein: body.ein },
        )
        await auditCall(tx, context, { action: 'business.create', target: `user:${id}` })
        return {
          id,
          email: body.email,
          first_name: body.first_name,
          last_name: body.last_name,
          account_type: 'business' as const,
          organization: { workspace_id: organizationId, name },
          email_verified: false as const,
        }
      }),
    ).catch(refusingMails('mails'))
  },
})
