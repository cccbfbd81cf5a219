import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { exampleMember, oneGroup, oneMember } from './examples.ts'
import { GroupId, GroupMember, memberFields, MemberId } from './model.ts'
import { phoneOf } from './rules.ts'
import { problem } from '../problems.ts'
import { sms } from '../service.ts'
import { requireExternal, requireLockedGroup } from './checks.ts'
import { patchMember } from './member-store.ts'

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

  async handle({ params, body }, { database, principal }) {
    const patch = { ...body, phone: body.phone === undefined ? undefined : phoneOf(body.phone) }
    return database.transaction(async (tx) => {
      const group = await requireLockedGroup(tx, principal, params.id)
      if (patch.phone !== undefined) await requireExternal(tx, [patch.phone])
      const member = await patchMember(tx, group.id, params.member_id, patch)
      if (!member) throw problem.not_found()
      if (Object.keys(body).length === 0) throw problem.bad_request({ message: 'Send name, phone or admin.' })
      return { member }
    })
  },
})
