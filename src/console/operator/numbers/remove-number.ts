import { z } from 'zod'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { takeNumberAway } from '../../../sms/inventory/change-number.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { OfNumber } from './model.ts'

export const removeNumber = console.endpoint('removeNumber', {
  method: 'DELETE',
  path: '/operator/numbers/{id}',
  summary: 'Remove a number; past messages still show it',
  who: loggedIn,
  params: OfNumber,
  result: z
    .object({ id: z.int(), failed: z.int().describe('Messages that were queued for it.') })
    .meta({ id: 'RemovedNumber' }),
  problems: ['operator_required', 'number_not_found'],
  permit: operatorsOnly,

  handle({ params: { id } }, context) {
    return context.database.transaction(async (tx) => {
      await holdOperator(tx, context.principal)
      const { workspace_id, failed = 0 } = await takeNumberAway(tx, context, id)
      const done = { action: 'number.remove', target: `number:${id}`, actor: 'operator' } as const
      await auditCall(tx, context, { ...done, ...(workspace_id !== null && { workspaceId: workspace_id }) })
      return { id, failed }
    })
  },
})
