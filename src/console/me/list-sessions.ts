import { z } from 'zod'
import { loggedIn } from '../../identity/schemes/session.ts'
import { idleMs } from '../../identity/session/rules.ts'
import { listSessions as readSessions } from '../../identity/session/store.ts'
import { console } from '../service.ts'
import { SessionView } from './model.ts'

export const listSessions = console.endpoint('listSessions', {
  method: 'GET',
  path: '/me/sessions',
  summary: 'List your sessions',
  description: 'The open ones, newest first: at most 50.',
  who: loggedIn,
  result: z.array(SessionView),
  problems: [],

  async handle(_input, { principal, database, clock }) {
    const now = clock.now()
    const seenAfter = new Date(now.getTime() - idleMs)
    const sessions = await readSessions(database, principal.userId, { now, seenAfter })
    return sessions.map(({ created_at, seen_at, ...session }) => ({
      ...session,
      created_at: created_at.toISOString(),
      seen_at: seen_at.toISOString(),
      current: session.id === principal.sessionId,
    }))
  },
})
