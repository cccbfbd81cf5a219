import { z } from 'zod'
import { text } from '../../../api/field.ts'
import { list } from '../../../api/result.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { pageMeta, pageOf, Paging } from '../../paging.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { OperatorPerson, toPerson } from './model.ts'
import { findPeople } from './store.ts'

export const listPeople = console.endpoint('listPeople', {
  method: 'GET',
  path: '/operator/people',
  summary: 'List people, newest first',
  who: loggedIn,
  query: z.object({
    q: text()
      .max(200)
      .transform((typed) => typed.trim())
      .optional()
      .describe('The beginning of an e-mail address, of a full name, or of a last name.'),
    state: z.enum(['active', 'disabled', 'operator']).optional(),
    ...Paging,
  }),
  result: list(OperatorPerson, pageMeta),
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ query: { q, state, before, limit } }, { database }) {
    const filter = { q: q === '' ? undefined : q, state, before }
    const { rows, meta } = pageOf(await findPeople(database, { ...filter, limit: limit + 1 }), limit)
    return { data: rows.map(toPerson), meta }
  },
})
