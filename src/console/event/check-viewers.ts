import type { Context } from '../../api/context.ts'
import type { Loop } from '../../api/loop.ts'
import { listStandings } from '../../identity/session/standing-store.ts'
import { monotonicMs } from '../../platform/clock.ts'
import type { Viewer } from '../../platform/changes/change-streams.ts'
import { sightOf } from './open-event-stream.ts'

/** As often as a keep-alive. */
const everyMs = 15_000
/** A change of many people makes few statements. */
const pauseMs = 50

type ViewersContext = Pick<Context, 'changeStreams' | 'clock' | 'database'>

/** Reads log-ins, memberships, and operators again, for all streams in one statement. */
export async function checkViewers(
  { changeStreams, clock, database }: ViewersContext,
  sessionIds: ReadonlySet<number>,
): Promise<void> {
  if (sessionIds.size === 0) return
  const standings = await listStandings(database, [...sessionIds], clock.now())
  for (const standing of standings) changeStreams.setSight(standing.sessionId, sightOf(standing))
  const open = new Set(standings.map(({ sessionId }) => sessionId))
  for (const sessionId of sessionIds.difference(open)) changeStreams.endSession(sessionId)
}

/** Checks all viewers every 15 seconds, and those of whom a notification tells at once. */
export function checkViewersLoop({ changeStreams, notifications }: Context): Loop {
  const concerned = new Set<number>()
  let dueMs = 0

  const sessionsOf = (isConcerned: (viewer: Viewer) => boolean): readonly number[] =>
    changeStreams
      .viewers()
      .filter(isConcerned)
      .map(({ sessionId }) => sessionId)

  return {
    name: 'check-viewers',
    pauseMsMin: pauseMs,
    pauseMsMax: everyMs,
    wokenIn: (wake) =>
      notifications.listen('identity', (payload) => {
        const [kind, digits] = payload.split(':')
        const id = Number(digits)
        const found = sessionsOf(
          ({ userId, sessionId }) =>
            // A workspace that is deleted concerns its members, and it rarely changes.
            kind === 'workspace' ||
            (kind === 'user' && userId === id) ||
            (kind === 'session' && sessionId === id),
        )
        for (const sessionId of found) concerned.add(sessionId)
        if (found.length > 0) wake()
      }),
    async run(context) {
      const nowMs = monotonicMs()
      const all = nowMs >= dueMs
      const sessionIds = new Set(all ? sessionsOf(() => true) : concerned)
      concerned.clear()
      const nextMs = all ? nowMs + everyMs : dueMs
      // A run that fails is followed by one of all viewers.
      dueMs = 0
      await checkViewers(context, sessionIds)
      dueMs = nextMs
      return Math.max(0, dueMs - monotonicMs())
    },
  }
}
