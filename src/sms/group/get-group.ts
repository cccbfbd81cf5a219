import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { sms } from '../service.ts'
import { requireGroup } from './checks.ts'
import { exampleGroup, oneGroup } from './examples.ts'
import { Group, GroupId } from './model.ts'

export const getGroup = sms.endpoint('getGroup', {
  method: 'GET',
  path: '/groups/{id}',
  summary: 'Get a group with its members',
  who: key('groups:read'),

  params: z.object({ id: GroupId }),
  result: z.object({ group: Group }),
  problems: ['not_found'],
  example: { before: [oneGroup], params: { id: '$GROUP_ID' }, answer: { group: exampleGroup } },

  async handle({ params: { id } }, { database, principal }) {
    return { group: await requireGroup(database, principal, id) }
  },
})
