import { z } from 'zod'
import { text } from '../../../api/field.ts'
import { list } from '../../../api/result.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { pageMeta, pageOf, Paging } from '../../paging.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { OperatorWorkspace, toWorkspace } from './model.ts'
import { findWorkspaces } from './store.ts'

export const listWorkspaces = console.endpoint('listWorkspaces', {
  method: 'GET',
  path: '/operator/workspaces',
  summary: 'List workspaces with what they store, newest first',
  who: loggedIn,
  query: z.object({
    q: text()
      .max(200)
      .transform((typed) => typed.trim())
      .optional()
      .describe('The beginning of a name.'),
    ...Paging,
  }),
  result: list(OperatorWorkspace, pageMeta),
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ query: { q, before, limit } }, { database }) {
    const filter = { q: q === '' ? undefined : q, before, limit: limit + 1 }
    const { rows, meta } = pageOf(await findWorkspaces(database, filter), limit)
    return { data: rows.map(toWorkspace), meta }
  },
})
