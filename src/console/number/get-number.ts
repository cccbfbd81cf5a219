import { z } from 'zod'
import { idText, refusedAs } from '../../api/field.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { WorkspaceNumberDetails } from './model.ts'
import { requireShown, showNumbers } from './shown-numbers.ts'
import { countTexts } from './store.ts'
import { lastDay } from './timeline.ts'

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
    const row = await requireShown(context, id)
    const [shown, texts, timeline] = await Promise.all([
      showNumbers(database, [row], now),
      countTexts(database, principal.workspaceId, id),
      lastDay(database, row, now),
    ])
    const number = shown[0]
    if (!number) throw problem.number_not_found()
    return {
      ...number,
      ...texts,
      added_at: row.added_at.toISOString(),
      timeline: timeline.map(({ reason, ...stretch }) => ({
        ...stretch,
        reason: number.dedicated ? reason : null,
      })),
    }
  },
})
