import { list } from '../../api/result.ts'
import { z } from 'zod'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { pageMeta, pageOf, Paging } from '../paging.ts'
import { console } from '../service.ts'
import { WorkspaceNumber } from './model.ts'
import { showNumbers } from './shown-numbers.ts'
import { listShownNumbers } from './store.ts'

export const listNumbers = console.endpoint('listNumbers', {
  method: 'GET',
  path: '/workspaces/{workspace}/numbers',
  summary: 'List the numbers that this workspace may send from, and how they are',
  description:
    'Of a number of the pool, it shows what the SMS API shows: its phone and its load are the operator’s.',
  who: member,
  plan: 'sms',
  params: inWorkspace,
  query: z.object(Paging),
  result: list(WorkspaceNumber, pageMeta),
  problems: [],

  async handle({ query: { limit, before } }, { database, clock, principal }) {
    const found = await listShownNumbers(database, principal.workspaceId, { limit: limit + 1, before })
    const { rows, meta } = pageOf(found, limit)
    return { data: await showNumbers(database, rows, clock.now()), meta }
  },
})
