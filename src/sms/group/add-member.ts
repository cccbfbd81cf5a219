import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { exampleMember, oneGroup } from './examples.ts'
import { GroupId, GroupMember, memberFields, membersMax } from './model.ts'
import { phoneOf } from './rules.ts'
import { problem } from '../problems.ts'
import { sms } from '../service.ts'
import { requireExternal, requireLockedGroup } from './checks.ts'
import { countMembers, insertMembers } from './member-store.ts'

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

  async handle({ params, body }, { database, principal }) {
    const member = { ...body, phone: phoneOf(body.phone) }
    return database.transaction(async (tx) => {
      const group = await requireLockedGroup(tx, principal, params.id)
      await requireExternal(tx, [member.phone])
      if ((await countMembers(tx, group.id)) >= membersMax)
        throw problem.bad_request({ message: `A group has at most ${membersMax} members.` })
      const [id = 0] = await insertMembers(tx, group.id, [member])
      return { member: { id, ...member } }
    })
  },
})
