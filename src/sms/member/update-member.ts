import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { exampleMember, oneGroup, oneMember } from '../group/examples.ts'
import { GroupId, GroupMember, memberFields, MemberId } from '../group/model.ts'
import { requireOutside } from '../group/require-outside.ts'
import { phoneOf } from '../group/rules.ts'
import { lockGroup } from '../group/store.ts'
import { problem } from '../problems.ts'
import { sms } from '../service.ts'
import { patchMember } from './store.ts'

export const updateMember = sms.endpoint('updateMember', {
  method: 'PATCH',
  path: '/groups/{id}/members/{member_id}',
  summary: 'Change the name, the phone or the role of a member',
  who: key('groups:write'),

  params: z.object({ id: GroupId, member_id: MemberId }),
  body: z.object({
    name: memberFields.name.optional(),
    phone: memberFields.phone.optional(),
    admin: memberFields.admin.optional(),
  }),
  result: z.object({ member: GroupMember }),
  problems: ['not_found', 'invalid_number'],
  example: {
    before: [oneGroup, oneMember],
    params: { id: '$GROUP_ID', member_id: '$MEMBER_ID' },
    body: { name: 'Bobby' },
    answer: { member: { ...exampleMember, name: 'Bobby' } },
  },

  async handle({ params, body }, { database, principal: { workspaceId, numberId } }) {
    const patch = { ...body, phone: body.phone === undefined ? undefined : phoneOf(body.phone) }
    return database.transaction(async (tx) => {
      const group = await lockGroup(tx, workspaceId, params.id, numberId)
      if (group && patch.phone !== undefined) await requireOutside(tx, [patch.phone])
      const member = group && (await patchMember(tx, group.id, params.member_id, patch))
      if (!member) throw problem.not_found()
      if (Object.keys(body).length === 0) throw problem.bad_request({ message: 'Send name, phone or admin.' })
      return { member }
    })
  },
})
