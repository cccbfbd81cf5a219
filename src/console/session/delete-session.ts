import { auditCall } from '../../identity/audit/audit-call.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { noSessionCookie } from '../../identity/session/cookie.ts'
import { endSession } from '../../identity/session/store.ts'
import { noContent, WithCookies } from '../../api/result.ts'
import { console } from '../service.ts'

export const deleteSession = console.endpoint('deleteSession', {
  method: 'DELETE',
  path: '/session',
  summary: 'Log out',
  who: loggedIn,
  result: noContent,
  problems: [],

  async handle(_input, context) {
    const { database, origins, principal } = context
    const { sessionId } = principal
    await database.transaction(async (tx) => {
      if ((await endSession(tx, sessionId, tx.now())) > 0)
        await auditCall(tx, context, { action: 'session.end', target: `session:${sessionId}` })
    })
    return new WithCookies<void>(undefined, noSessionCookie(origins.files))
  },
})
