import { z } from 'zod'
import { list } from '../../../api/result.ts'
import { listRequests } from '../../../identity/approval/list-store.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { pageMeta, pageOf, Paging } from '../../paging.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { OperatorRequest, toRequest } from './model.ts'

export const listProvisioningRequests = console.endpoint('listProvisioningRequests', {
  method: 'GET',
  path: '/operator/provisioning',
  summary: 'List requests for access to the provisioning API, with decisions',
  description: 'Those that wait for a decision come first. `before` is the ID of a person.',
  who: loggedIn,
  query: z.object({
    state: z.enum(['requested', 'approved', 'declined', 'revoked']).optional(),
    ...Paging,
  }),
  result: list(OperatorRequest, pageMeta),
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle({ query: { state, before, limit } }, { database }) {
    const { rows, meta } = pageOf(await listRequests(database, { state, before, limit: limit + 1 }), limit)
    return { data: rows.map(toRequest), meta }
  },
})
