import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { listInvitations } from '../../identity/invitation/store.ts'
import { exampleInvite, oneInvitation } from '../examples.ts'
import { adminsOnly } from '../permit.ts'
import { iam } from '../service.ts'
import { Invite, toInvite } from './model.ts'

export const listInvites = iam.endpoint('listInvites', {
  method: 'GET',
  path: '/invites',
  summary: 'List pending invitations',
  description: 'Newest first. An expired invitation stays until it is cancelled or sent again.',
  who: key('iam:read'),
  result: z.array(Invite),
  problems: ['not_an_org_workspace', 'not_admin'],
  example: { before: [oneInvitation], answer: [exampleInvite] },
  permit: adminsOnly,

  async handle(_input, { principal, database, clock }) {
    const now = clock.now()
    const rows = await listInvitations(database, principal.workspaceId)
    return rows.map((row) => toInvite(row, now))
  },
})
