import { key } from '../../identity/schemes/api-key.ts'
import { listPeople } from '../../identity/member/people-store.ts'
import { Preserialized } from '../../api/result.ts'
import { exampleMember, exampleOwner } from '../examples.ts'
import { membersOnly } from '../permit.ts'
import { iam } from '../service.ts'
import { Members } from './model.ts'

export const listMembers = iam.endpoint('listMembers', {
  method: 'GET',
  path: '/members',
  summary: 'List members and pending invitations',
  description:
    'All of them at once: the owner, members in the order in which they joined, then pending invitations, newest first.',
  who: key('iam:read'),
  result: Members,
  problems: ['not_an_org_workspace'],
  example: { answer: [exampleOwner, exampleMember] },
  permit: membersOnly,

  async handle(_input, { principal, database }) {
    return new Preserialized(Members, await listPeople(database, principal.workspaceId))
  },
})
