import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { listUnusedCodes } from '../../identity/invitation/code-store.ts'
import { exampleInviteCode, oneInviteCode } from '../examples.ts'
import { adminsOnly } from '../permit.ts'
import { iam } from '../service.ts'
import { InviteCode, toInviteCode } from './model.ts'

export const listInviteCodes = iam.endpoint('listInviteCodes', {
  method: 'GET',
  path: '/invite-codes',
  summary: 'List unused invite codes',
  description: 'Newest first.',
  who: key('iam:read'),
  result: z.array(InviteCode),
  problems: ['not_an_org_workspace', 'not_admin'],
  example: { before: [oneInviteCode], answer: [exampleInviteCode] },
  permit: adminsOnly,

  async handle(_input, { principal, database, origins }) {
    const rows = await listUnusedCodes(database, principal.workspaceId)
    return rows.map((row) => toInviteCode(row, origins.files))
  },
})
