import { z } from 'zod'
import { list } from '../../../api/result.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { listUnrouted as find } from '../../../sms/inbound/operate-unrouted.ts'
import { pageMeta, pageOf, Paging } from '../../paging.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { toUnroutedText, UnroutedText } from './model.ts'

export const listUnrouted = console.endpoint('listUnrouted', {
  method: 'GET',
  path: '/operator/unrouted',
  summary: 'List incoming texts that belong to no workspace, newest first',
  who: loggedIn,
  query: z.object(Paging),
  result: list(UnroutedText, pageMeta),
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ query: { before, limit } }, context) {
    const { rows, meta } = pageOf(await find(context, { before, limit: limit + 1 }), limit)
    return { data: rows.map(toUnroutedText), meta }
  },
})
