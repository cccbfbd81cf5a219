import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { oneGroup, oneMember } from './examples.ts'
import { GroupId, MemberId } from './model.ts'
import { problem } from '../problems.ts'
import { sms } from '../service.ts'
import { requireLockedGroup } from './checks.ts'
import { deleteMember } from './member-store.ts'

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

  async handle({ params }, { database, principal }) {
    return database.transaction(async (tx) => {
      const group = await requireLockedGroup(tx, principal, params.id)
      if (!(await deleteMember(tx, group.id, params.member_id))) throw problem.not_found()
      return {}
    })
  },
})
