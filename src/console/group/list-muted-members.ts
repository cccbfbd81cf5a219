import { z } from 'zod'
import { idText, instant } from '../../api/field.ts'
import { member } from '../../identity/schemes/session.ts'
import { mutedMembers } from '../../sms/group/member-store.ts'
import { findGroup } from '../../sms/group/store.ts'
import { inWorkspace } from '../adopted.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'

const MutedMember = z
  .object({
    id: z.int().describe('of the member'),
    opted_out_at: instant(),
  })
  .meta({ id: 'MutedMember' })

export const listMutedMembers = console.endpoint('listMutedMembers', {
  method: 'GET',
  path: '/workspaces/{workspace}/groups/{group}/muted-members',
  summary: 'List the members of a group who sent STOP',
  description: 'They get no texts until they send START.',
  who: member,
  plan: 'sms',
  params: inWorkspace.extend({ group: idText() }),
  result: z.array(MutedMember),
  problems: ['not_found'],

  async handle({ params: { group: id } }, { principal, database }) {
    const group = await findGroup(database, principal, id)
    if (!group) throw problem.not_found()
    const muted = await mutedMembers(database, principal.workspaceId, group.id)
    return muted.map(({ opted_out_at: at, ...row }) => ({ ...row, opted_out_at: at.toISOString() }))
  },
})
