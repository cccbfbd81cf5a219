import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { idNumber } from '../../api/field.ts'
import { lockAccount } from '../account/store.ts'
import { insertMembers } from './member-store.ts'
import { problem } from '../problems.ts'
import { sms } from '../service.ts'
import { requireExternal, requireGroup, requireHost } from './checks.ts'
import { exampleGroup, ownNumber } from './examples.ts'
import { Group, groupsMax, memberFields, membersMax, Name } from './model.ts'
import { membersOf } from './rules.ts'
import { countGroups, insertGroup } from './store.ts'

export const createGroup = sms.endpoint('createGroup', {
  method: 'POST',
  path: '/groups',
  summary: 'Create a group on a dedicated number',
  description: 'Texts of members to that number are forwarded to the other members as `Name: text`.',
  who: key('groups:write'),

  body: z.object({
    name: Name,
    number_id: idNumber().describe(
      'a number that is dedicated to the account and hosts no other active group',
    ),
    members: z
      .array(z.object({ ...memberFields, admin: memberFields.admin.default(false) }))
      .max(membersMax)
      .default([]),
  }),
  status: 201,
  result: z.object({ group: Group }),
  problems: ['invalid_number', 'no_number'],
  example: {
    before: [ownNumber],
    body: {
      name: exampleGroup.name,
      number_id: '$NUMBER_ID',
      members: exampleGroup.members.map(({ name, phone, admin }) => ({ name, phone, admin })),
    },
    answer: { group: exampleGroup },
  },

  async handle({ body }, { database, clock, principal }) {
    const { workspaceId } = principal
    const members = membersOf(body.members)
    return database.transaction(async (tx) => {
      await requireHost(tx, principal, body.number_id)
      await requireExternal(
        tx,
        members.map(({ phone }) => phone),
      )
      await lockAccount(tx, workspaceId)
      if ((await countGroups(tx, workspaceId)) >= groupsMax)
        throw problem.bad_request({
          message: `An account has at most ${groupsMax} groups. Delete one first.`,
        })
      const group = { numberId: body.number_id, name: body.name, createdAt: clock.now() }
      const id = await insertGroup(tx, workspaceId, group)
      await insertMembers(tx, id, members)
      return { group: await requireGroup(tx, principal, id) }
    })
  },
})
