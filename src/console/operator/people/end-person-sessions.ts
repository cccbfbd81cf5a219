import { noContent } from '../../../api/result.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { endSessionsOf } from '../../../identity/user/end-sessions-of.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { OfPerson } from './model.ts'

export const endPersonSessions = console.endpoint('endPersonSessions', {
  method: 'DELETE',
  path: '/operator/people/{id}/sessions',
  summary: 'Log a person out everywhere',
  who: loggedIn,
  params: OfPerson,
  result: noContent,
  problems: ['operator_required', 'user_not_found'],
  permit: operatorsOnly,

  async handle({ params: { id } }, context) {
    await context.database.transaction(async (tx) => {
      await holdOperator(tx, context.principal)
      await endSessionsOf(tx, id)
      await auditCall(tx, context, { action: 'session.end', target: `user:${id}`, actor: 'operator' })
    })
  },
})
