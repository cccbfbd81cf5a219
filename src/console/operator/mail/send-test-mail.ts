import { z } from 'zod'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { sendMail } from '../../../platform/mail/send-mail.ts'
import { test, testMail } from '../../../platform/mail/test-mail.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { refusingMails } from '../mail-limit.ts'

export const sendTestMail = console.endpoint('sendTestMail', {
  method: 'POST',
  path: '/operator/mail/test',
  summary: 'Mail yourself a test',
  who: loggedIn,
  status: 202,
  result: z.object({ to: z.string() }).meta({ id: 'OperatorTestMail' }),
  problems: ['operator_required'],
  permit: operatorsOnly,

  handle(_input, context) {
    const { database, principal, origins } = context
    const { userId, email: to } = principal
    return database
      .transaction(async (tx) => {
        await holdOperator(tx, principal)
        const cause = { kind: test, scopeId: null, address: null }
        await sendMail(tx, testMail({ to, url: `${origins.files}/` }), cause)
        await auditCall(tx, context, { action: 'mail.test', target: `user:${userId}`, actor: 'operator' })
        return { to }
      })
      .catch(refusingMails)
  },
})
