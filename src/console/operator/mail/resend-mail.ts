import { z } from 'zod'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { resendMail as resend } from '../../../platform/mail/resend-mail.ts'
import { operatorsOnly } from '../../permit.ts'
import { problem } from '../../problems.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { OfMail } from './model.ts'

const refusals = {
  'no-server': problem.mail_server_missing,
  missing: problem.mail_not_found,
  waiting: problem.mail_waiting,
} as const

export const resendMail = console.endpoint('resendMail', {
  method: 'POST',
  path: '/operator/mail/{id}/resend',
  summary: 'Send a mail again',
  description: 'Also one from before a mail server was set up. Links and codes in it may have expired.',
  who: loggedIn,
  params: OfMail,
  status: 202,
  result: z.object({ to: z.string() }).meta({ id: 'OperatorMailSent' }),
  problems: ['operator_required', 'mail_not_found', 'mail_server_missing', 'mail_waiting'],
  permit: operatorsOnly,

  handle({ params: { id } }, context) {
    return context.database.transaction(async (tx) => {
      await holdOperator(tx, context.principal)
      const resent = await resend(tx, context.mail, id)
      if (resent.outcome !== 'queued') throw refusals[resent.outcome]()
      await auditCall(tx, context, { action: 'mail.resend', target: `mail:${id}`, actor: 'operator' })
      return { to: resent.to }
    })
  },
})
