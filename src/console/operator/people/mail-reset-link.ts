import { z } from 'zod'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { findCredentialsById } from '../../../identity/credentials/store.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { sendResetLink } from '../../../identity/user/send-reset-link.ts'
import { operatorsOnly } from '../../permit.ts'
import { problem } from '../../problems.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { refusingMails } from '../mail-limit.ts'
import { OfPerson } from './model.ts'

export const mailResetLink = console.endpoint('mailResetLink', {
  method: 'POST',
  path: '/operator/people/{id}/reset-link',
  summary: 'Mail a person a link to reset their password',
  description:
    'The link works once, within 30 minutes, and ends earlier ones. People of the demo cannot log in: for them the answer is user_not_found.',
  who: loggedIn,
  params: OfPerson,
  status: 202,
  result: z.object({ email: z.string() }).meta({ id: 'OperatorResetLink' }),
  problems: ['operator_required', 'user_not_found', 'user_disabled'],
  permit: operatorsOnly,

  handle({ params: { id } }, context) {
    const { database, principal, random, origins } = context
    return database
      .transaction(async (tx) => {
        await holdOperator(tx, principal)
        const person = await findCredentialsById(tx, id)
        if (!person || person.demo) throw problem.user_not_found()
        if (person.disabled) throw problem.user_disabled()
        const issuer = { userId: principal.userId, via: 'console', workspaceId: null } as const
        await sendResetLink(tx, { random, filesOrigin: origins.files }, person, issuer)
        await auditCall(tx, context, { action: 'password.reset', target: `user:${id}`, actor: 'operator' })
        return { email: person.email }
      })
      .catch(refusingMails)
  },
})
