import { z } from 'zod'
import { instant } from '../../../api/field.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { suggestWorkspaces as suggest } from '../../../sms/inbound/operate-unrouted.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { OfUnrouted } from './model.ts'

export const suggestWorkspaces = console.endpoint('suggestWorkspaces', {
  method: 'GET',
  path: '/operator/unrouted/{id}/suggestions',
  summary: 'List up to three workspaces that wrote to the sender of an unrouted text',
  who: loggedIn,
  params: OfUnrouted,
  result: z.array(
    z.object({ id: z.int(), name: z.string(), wrote_at: instant() }).meta({ id: 'SuggestedWorkspace' }),
  ),
  problems: ['operator_required', 'unrouted_not_found'],
  permit: operatorsOnly,

  async handle({ params: { id } }, context) {
    const writers = await suggest(context, id)
    return writers.map(({ wrote_at, ...workspace }) => ({ ...workspace, wrote_at: wrote_at.toISOString() }))
  },
})
