import { audit } from '../../identity/audit/audit.ts'
import type { Guest } from '../../identity/schemes/session.ts'
import { noSessionCookie } from '../../identity/session/cookie.ts'
import { endSession } from '../../identity/session/store.ts'
import type { PageContext } from '../../api/pages/page.ts'
import { originOf } from '../enter.ts'

/** Ends the session of the browser, if any. Resolves with the cookie that clears it. */
export async function endOwnSession({
  caller: { person },
  database,
  origins,
  visit,
}: PageContext<Guest>): Promise<string> {
  if (person) {
    const { sessionId, userId } = person
    await database.transaction(async (tx) => {
      if ((await endSession(tx, sessionId, tx.now())) === 0) return
      await audit(tx, tx.now(), {
        actor: 'person',
        userId,
        action: 'session.end',
        target: `session:${sessionId}`,
        outcome: 'ok',
        ...originOf(visit),
      })
    })
  }
  return noSessionCookie(origins.files)
}
