import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { sendResetLink } from '../../identity/user/send-reset-link.ts'
import { findCreated } from '../../identity/user/store.ts'
import { emptyIsAbsent, idNumber, refusedAs, shownAs } from '../../api/field.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { withPermit } from '../with-permit.ts'
import { refusingMails } from '../mail-limit.ts'
import { problem } from '../problems.ts'
import { exampleCleo } from './examples.ts'
import { provisioning } from '../service.ts'
import { Email, PasswordReset, unsupported } from './model.ts'

export const resetPassword = provisioning.endpoint('resetPassword', {
  method: 'POST',
  path: '/password-reset',
  summary: 'Mail a link to reset a password',
  description:
    'Mails a link that works once, within 30 minutes, to an account that any key of the same creator created. `user_id` goes before `email`.',
  who: key('users:password_reset'),
  body: z.object({
    ...unsupported,
    user_id: emptyIsAbsent(
      refusedAs('missing_user', idNumber())
        .optional()
        .meta({ examples: [17] }),
    ),
    // Ignored when user_id is given, so it is not validated.
    email: emptyIsAbsent(
      shownAs({ type: 'string', format: 'email', examples: ['ann@example.com'] }, z.unknown().optional()),
    ),
  }),
  status: 201,
  result: PasswordReset,
  problems: ['unsupported_parameter', 'invalid_email', 'missing_user', 'user_not_found'],
  example: {
    before: [{ variable: 'CLEO_ID', operation: 'createUser', path: '.id', input: { body: exampleCleo } }],
    body: { user_id: '$CLEO_ID' },
    answer: { id: 23, email: exampleCleo.email, reset: 'email_sent' },
  },

  async handle({ body }, context) {
    const { principal, database, origins } = context
    const account = await findCreated(database, principal.userId, subjectOf(body))
    if (!account) throw problem.user_not_found()
    await withPermit(context)(() =>
      database.transaction(async (tx) => {
        await sendResetLink(tx, { ...context, filesOrigin: origins.files }, account, {
          userId: principal.userId,
          workspaceId: principal.workspaceId,
          via: 'provisioning',
        })
        await auditCall(tx, context, { action: 'password.reset', target: `user:${account.id}` })
      }),
    ).catch(refusingMails('reset_mails'))
    return { id: account.id, email: account.email, reset: 'email_sent' as const }
  },
})

function subjectOf({
  user_id: id,
  email,
}: {
  readonly user_id?: number | undefined
  readonly email?: unknown
}): { readonly id: number } | { readonly email: string } {
  if (id !== undefined) return { id }
  if (email === undefined) throw problem.missing_user()
  const address = Email.safeParse(email)
  if (!address.success) throw problem.invalid_email()
  return { email: address.data }
}
