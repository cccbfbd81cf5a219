import { z } from 'zod'
import { idText } from '../../../api/field.ts'
import { list } from '../../../api/result.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { pageMeta, pageOf, Paging } from '../../paging.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { Carrier, OperatorNumber } from './model.ts'
import { findNumbers } from './store.ts'
import { toNumber } from './view.ts'

export const listOperatorNumbers = console.endpoint('listOperatorNumbers', {
  method: 'GET',
  path: '/operator/numbers',
  summary: 'List the numbers of the installation, newest first',
  who: loggedIn,
  query: z.object({
    pool: z.literal('true').optional().describe('Only those of the pool.'),
    workspace_id: idText().optional().describe('Only those of this workspace.'),
    carrier: Carrier.optional(),
    online: z.enum(['true', 'false']).optional(),
    ...Paging,
  }),
  result: list(OperatorNumber, pageMeta),
  problems: ['operator_required'],
  permit: operatorsOnly,

  async handle(
    { query: { pool, workspace_id: workspaceId, online, limit, ...filter } },
    { database, clock },
  ) {
    const found = await findNumbers(database, {
      ...filter,
      pool: pool !== undefined,
      workspaceId,
      online: online === undefined ? undefined : online === 'true',
      limit: limit + 1,
    })
    const { rows, meta } = pageOf(found, limit)
    const now = clock.now()
    return { data: rows.map((row) => toNumber(row, now)), meta }
  },
})
