import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { exampleMember, oneGroup } from '../group/examples.ts'
import { GroupId, GroupMember, memberFields, membersMax } from '../group/model.ts'
import { requireOutside } from '../group/require-outside.ts'
import { phoneOf } from '../group/rules.ts'
import { lockGroup } from '../group/store.ts'
import { problem } from '../problems.ts'
import { sms } from '../service.ts'
import { countMembers, insertMembers } from './store.ts'

export const addMember = sms.endpoint('addMember', {
  method: 'POST',
  path: '/groups/{id}/members',
  summary: 'Add a member to a group',
  who: key('groups:write'),

  params: z.object({ id: GroupId }),
  body: z.object({ ...memberFields, admin: memberFields.admin.default(false) }),
  status: 201,
  result: z.object({ member: GroupMember }),
  problems: ['not_found', 'invalid_number'],
  example: {
    before: [oneGroup],
    params: { id: '$GROUP_ID' },
    body: { name: exampleMember.name, phone: exampleMember.phone },
    answer: { member: exampleMember },
  },

  async handle({ params, body }, { database, principal: { workspaceId, numberId } }) {
    const member = { ...body, phone: phoneOf(body.phone) }
    return database.transaction(async (tx) => {
      const group = await lockGroup(tx, workspaceId, params.id, numberId)
      if (!group) throw problem.not_found()
      await requireOutside(tx, [member.phone])
      if ((await countMembers(tx, group.id)) >= membersMax)
        throw problem.bad_request({ message: `A group has at most ${membersMax} members.` })
      const [id = 0] = await insertMembers(tx, group.id, [member])
      return { member: { id, ...member } }
    })
  },
})
