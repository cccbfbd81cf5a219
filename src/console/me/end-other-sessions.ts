import { noContent } from '../../api/result.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { holdSession } from '../../identity/session/hold-session.ts'
import { endSessions } from '../../identity/session/store.ts'
import { console } from '../service.ts'

export const endOtherSessions = console.endpoint('endOtherSessions', {
  method: 'DELETE',
  path: '/me/sessions',
  summary: 'End all your sessions but this one',
  who: loggedIn,
  result: noContent,
  problems: [],

  async handle(_input, context) {
    const { database, principal } = context
    const { userId, sessionId } = principal
    await database.transaction(async (tx) => {
      await holdSession(tx, principal)
      if ((await endSessions(tx, userId, tx.now(), sessionId)) > 0)
        await auditCall(tx, context, { action: 'session.end-others', target: `user:${userId}` })
    })
  },
})
