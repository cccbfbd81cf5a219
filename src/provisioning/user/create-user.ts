import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { createAccount } from '../../identity/user/create-account.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { withPermit } from '../with-permit.ts'
import { refusingMails } from '../mail-limit.ts'
import { exampleAnn } from './examples.ts'
import { provisioning } from '../service.ts'
import { IndividualAccount, person, accountOf } from './model.ts'

export const createUser = provisioning.endpoint('createUser', {
  method: 'POST',
  path: '',
  summary: 'Create an individual account',
  description:
    'Creates the account with a personal workspace, and mails the person a link to set a password. The link works once, within 72 hours.',
  who: key('users:create'),
  body: z.object(person),
  status: 201,
  result: IndividualAccount,
  problems: [
    'unsupported_parameter',
    'invalid_email',
    'missing_name',
    'email_taken',
    'account_creation_limit',
  ],
  example: {
    body: exampleAnn,
    answer: {
      id: 23,
      ...exampleAnn,
      account_type: 'individual',
      workspace_id: 24,
      email_verified: false,
    },
  },

  async handle({ body }, context) {
    const { principal, database, origins } = context
    return withPermit(context)(() =>
      database.transaction(async (tx) => {
        const { id, workspaceId } = await createAccount(
          tx,
          { ...context, filesOrigin: origins.files },
          accountOf(principal, body),
        )
        await auditCall(tx, context, { action: 'user.create', target: `user:${id}` })
        return {
          id,
          email: body.email,
          first_name: body.first_name,
          last_name: body.last_name,
          account_type: 'individual' as const,
          workspace_id: workspaceId,
          email_verified: false as const,
        }
      }),
    ).catch(refusingMails('mails'))
  },
})
