import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { findMail } from '../../../platform/mail/store.ts'
import { operatorsOnly } from '../../permit.ts'
import { problem } from '../../problems.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { OfMail, OperatorMailDetails, toMail } from './model.ts'

export const getMail = console.endpoint('getMail', {
  method: 'GET',
  path: '/operator/mail/{id}',
  summary: 'Read a mail',
  description:
    'Text and links only while no mail server is set up, because an operator then has to hand them on. ' +
    'Each reading is in the audit log.',
  who: loggedIn,
  params: OfMail,
  result: OperatorMailDetails,
  problems: ['operator_required', 'mail_not_found'],
  permit: operatorsOnly,

  handle({ params: { id } }, context) {
    const { database, principal, mail: transport } = context
    return database.transaction(async (tx) => {
      await holdOperator(tx, principal)
      const mail = await findMail(tx, id)
      if (!mail) throw problem.mail_not_found()
      if (transport.mode === 'smtp') return { ...toMail(mail), text: null, links: null }
      await auditCall(tx, context, { action: 'mail.read', target: `mail:${id}`, actor: 'operator' })
      return { ...toMail(mail), text: mail.text, links: [...mail.links] }
    })
  },
})
