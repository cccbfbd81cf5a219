import { z } from 'zod'
import { idText, refusedAs } from '../../api/field.ts'
import { member } from '../../identity/schemes/session.ts'
import { changesSince } from '../../sms/number/change-store.ts'
import { inWorkspace } from '../adopted.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { WorkspaceNumberDetails } from './model.ts'
import { requireShown, showNumbers } from './shown-numbers.ts'
import { countTexts } from './store.ts'
import { timelineOf } from './timeline.ts'

const dayMs = 86_400_000

/** A phone that goes and comes all day has a few hundred. */
const changesMax = 1000

export const getNumber = console.endpoint('getNumber', {
  method: 'GET',
  path: '/workspaces/{workspace}/numbers/{id}',
  summary: 'Get a number, what it has to send, and when it was online in the last 24 hours',
  who: member,
  plan: 'sms',
  params: z.object({ ...inWorkspace.shape, id: refusedAs('number_not_found', idText()) }),
  result: WorkspaceNumberDetails,
  problems: ['number_not_found'],

  async handle({ params: { id } }, context) {
    const { database, clock, principal } = context
    const now = clock.now()
    const since = new Date(now.getTime() - dayMs)
    const row = await requireShown(context, id)
    const [shown, texts, changes] = await Promise.all([
      showNumbers(database, [row], now),
      countTexts(database, principal.workspaceId, id),
      changesSince(database, id, since, changesMax),
    ])
    const number = shown[0]
    if (!number) throw problem.number_not_found()
    const stretches = timelineOf(changes, { since, now, online: row.online, addedAt: row.added_at })
    return {
      ...number,
      ...texts,
      added_at: row.added_at.toISOString(),
      timeline: stretches.map(({ from, until, online, reason }) => ({
        from: from.toISOString(),
        until: until.toISOString(),
        online,
        reason: number.dedicated ? reason : null,
      })),
    }
  },
})
