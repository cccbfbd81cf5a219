import { z } from 'zod'
import { idText, refusedAs } from '../../api/field.ts'
import { noContent, WithCookies } from '../../api/result.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { loggedIn } from '../../identity/schemes/session.ts'
import { noSessionCookie } from '../../identity/session/cookie.ts'
import { holdSession } from '../../identity/session/hold-session.ts'
import { endSessionOf } from '../../identity/session/store.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'

export const endSession = console.endpoint('endSession', {
  method: 'DELETE',
  path: '/me/sessions/{id}',
  summary: 'End one of your sessions',
  who: loggedIn,
  params: z.object({ id: refusedAs('session_not_found', idText()) }),
  result: noContent,
  problems: ['session_not_found'],

  async handle({ params: { id } }, context) {
    const { database, origins, principal } = context
    await database.transaction(async (tx) => {
      await holdSession(tx, principal)
      if ((await endSessionOf(tx, principal.userId, id)) === 0) throw problem.session_not_found()
      await auditCall(tx, context, { action: 'session.end', target: `session:${id}` })
    })
    return id === principal.sessionId
      ? new WithCookies<void>(undefined, noSessionCookie(origins.files))
      : undefined
  },
})
