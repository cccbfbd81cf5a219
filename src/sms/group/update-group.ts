import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { shownAs } from '../../api/field.ts'
import { problem } from '../problems.ts'
import { sms } from '../service.ts'
import { requireGroup, requireHost, requireLockedGroup } from './checks.ts'
import { exampleGroup, oneGroup } from './examples.ts'
import { Group, GroupId, Name } from './model.ts'
import { patchGroup } from './store.ts'

export const updateGroup = sms.endpoint('updateGroup', {
  method: 'PATCH',
  path: '/groups/{id}',
  summary: 'Rename a group, or make it active or inactive',
  who: key('groups:write'),

  params: z.object({ id: GroupId }),
  body: z.object({
    name: Name.optional(),
    active: z.boolean().optional().describe('an inactive group forwards nothing and takes no broadcasts'),
    number_id: shownAs(
      { not: {} },
      z.never("can't be changed; create a group on the other number").optional(),
    ),
  }),
  result: z.object({ group: Group }),
  problems: ['not_found', 'no_number'],
  example: {
    before: [oneGroup],
    params: { id: '$GROUP_ID' },
    body: { name: 'Helpers' },
    answer: { group: { ...exampleGroup, name: 'Helpers' } },
  },

  async handle({ params: { id }, body }, { database, principal }) {
    return database.transaction(async (tx) => {
      const group = await requireLockedGroup(tx, principal, id)
      if (body.name === undefined && body.active === undefined)
        throw problem.bad_request({ message: 'Send name or active.' })
      if (body.active === true) await requireHost(tx, principal, group.number_id)
      await patchGroup(tx, id, body)
      return { group: await requireGroup(tx, principal, id) }
    })
  },
})
