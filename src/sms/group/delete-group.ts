import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { problem } from '../problems.ts'
import { sms } from '../service.ts'
import { oneGroup } from './examples.ts'
import { GroupId } from './model.ts'
import { deleteGroupRow } from './store.ts'

export const deleteGroup = sms.endpoint('deleteGroup', {
  method: 'DELETE',
  path: '/groups/{id}',
  summary: 'Delete a group; its messages stay',
  who: key('groups:write'),

  params: z.object({ id: GroupId }),
  result: z.object({}),
  problems: ['not_found'],
  example: { before: [oneGroup], params: { id: '$GROUP_ID' }, answer: {} },

  async handle({ params: { id } }, { database, principal }) {
    if ((await deleteGroupRow(database, principal, id)) === 0) throw problem.not_found()
    return {}
  },
})
