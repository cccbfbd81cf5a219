import { z } from 'zod'
import { idText, refusedAs } from '../../api/field.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { adminsOnly } from '../permit.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { findEffects } from './store.ts'

const RemovalEffects = z
  .object({
    keys: z.int().describe('Keys in force that stop.'),
    join_links: z.int().describe('Unused join links that stop.'),
  })
  .meta({ id: 'RemovalEffects' })

export const getRemovalEffects = console.endpoint('getRemovalEffects', {
  method: 'GET',
  path: '/workspaces/{workspace}/members/{id}/effects',
  summary: 'Count what stops when a member is removed',
  who: member,
  params: z.object({ ...inWorkspace.shape, id: refusedAs('member_not_found', idText()) }),
  result: RemovalEffects,
  problems: ['not_admin', 'member_not_found'],
  permit: adminsOnly,

  async handle({ params: { id: userId } }, { principal: { workspaceId }, database, clock }) {
    const effects = await findEffects(database, { workspaceId, userId }, clock.now())
    if (!effects) throw problem.member_not_found()
    return effects
  },
})
