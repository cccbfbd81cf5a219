import type { Readable } from 'node:stream'
import type { Context } from '../../api/context.ts'
import { listStandings, type Standing } from '../../identity/session/standing-store.ts'
import type { Sight, Viewer } from '../../platform/changes/change-streams.ts'

export const sightOf = ({ workspaceIds, operator }: Standing): Sight => ({
  scopes: new Set(workspaceIds),
  operator,
})

/** For a result of kind `events`. What it returns returns undefined when the person or the process has too many. */
export async function openEventStream(
  { changeStreams, clock, database }: Pick<Context, 'changeStreams' | 'clock' | 'database'>,
  { userId, sessionId }: Viewer,
): Promise<() => Readable | undefined> {
  const [standing] = await listStandings(database, [sessionId], clock.now())
  return () => {
    const stream = changeStreams.open(
      { userId, sessionId },
      standing ? sightOf(standing) : { scopes: new Set(), operator: false },
    )
    // It ended since it was authenticated.
    if (!standing) changeStreams.endSession(sessionId)
    return stream
  }
}
