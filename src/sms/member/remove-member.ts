import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { oneGroup, oneMember } from '../group/examples.ts'
import { GroupId, MemberId } from '../group/model.ts'
import { lockGroup } from '../group/store.ts'
import { problem } from '../problems.ts'
import { sms } from '../service.ts'
import { deleteMember } from './store.ts'

export const removeMember = sms.endpoint('removeMember', {
  method: 'DELETE',
  path: '/groups/{id}/members/{member_id}',
  summary: 'Remove a member from a group',
  who: key('groups:write'),

  params: z.object({ id: GroupId, member_id: MemberId }),
  result: z.object({}),
  problems: ['not_found'],
  example: {
    before: [oneGroup, oneMember],
    params: { id: '$GROUP_ID', member_id: '$MEMBER_ID' },
    answer: {},
  },

  async handle({ params }, { database, principal: { workspaceId, numberId } }) {
    return database.transaction(async (tx) => {
      const group = await lockGroup(tx, workspaceId, params.id, numberId)
      if (!group || !(await deleteMember(tx, group.id, params.member_id))) throw problem.not_found()
      return {}
    })
  },
})
