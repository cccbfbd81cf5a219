import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { sms } from '../service.ts'
import { exampleGroup, oneGroup } from './examples.ts'
import { Group, toGroup } from './model.ts'
import { selectGroups } from './store.ts'

export const listGroups = sms.endpoint('listGroups', {
  method: 'GET',
  path: '/groups',
  summary: 'List the groups of the account with their members',
  who: key('groups:read'),

  result: z.object({ groups: z.array(Group) }),
  problems: [],
  example: { before: [oneGroup], answer: { groups: [exampleGroup] } },

  async handle(_input, { database, principal }) {
    const rows = await selectGroups(database, principal)
    return { groups: rows.map(toGroup) }
  },
})
