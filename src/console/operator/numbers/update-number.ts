import { z } from 'zod'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { chooseSim } from '../../../sms/carrier/android/phone/manage-phones.ts'
import { changeNumber } from '../../../sms/inventory/change-number.ts'
import { concernedBy } from '../../../sms/inventory/pool.ts'
import { requireNumber } from '../../../sms/number/operator-numbers.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { assignmentFields, sentAssignment } from './assignment.ts'
import { Label, OfNumber, OperatorNumberDetails, sendRateFields, sendRateOf, Sim, TakenOut } from './model.ts'
import { numberDetails } from './view.ts'

export const updateNumber = console.endpoint('updateNumber', {
  method: 'PATCH',
  path: '/operator/numbers/{id}',
  summary: 'Change a number: its label, pace, SIM, who may send from it, and whether it is online',
  description:
    'Fields that are left out stay. A new pace ends a pause. Messages that another workspace queued for a number fail when it is assigned, and its phone is disconnected.',
  who: loggedIn,
  params: OfNumber,
  body: z.object({
    label: Label.optional(),
    online: z.boolean().optional(),
    ...assignmentFields,
    ...sendRateFields,
    sim: Sim,
  }),
  result: z
    .object({
      number: OperatorNumberDetails,
      taken_out: TakenOut,
      failed: z.int().describe('Queued messages of workspaces that lost the number.'),
      phone_disconnected: z.boolean().describe('Whether the number moved, and so lost its phone.'),
    })
    .meta({ id: 'ChangedNumber' }),
  problems: [
    'operator_required',
    'number_not_found',
    'workspace_not_found',
    'pool_is_real',
    'number_without_phone',
  ],
  permit: operatorsOnly,

  handle({ params: { id }, body }, context) {
    const { label, online, sim } = body
    const assignment = sentAssignment(body)
    return context.database.transaction(async (tx) => {
      await holdOperator(tx, context.principal)
      const { workspace_id: before } = await requireNumber(tx, id)
      const change = { label, online, assignment, sendRate: sendRateOf(body) }
      const changed = await changeNumber(tx, context, id, change)
      const { workspace_id, taken_out = [], failed = 0, phone_disconnected = false } = changed
      if (sim !== undefined) await chooseSim(tx, id, sim)
      const action = assignment ? 'number.assign' : 'number.update'
      const done = { action, target: `number:${id}`, actor: 'operator' } as const
      for (const workspaceId of concernedBy(before, workspace_id))
        await auditCall(tx, context, { ...done, ...(workspaceId !== undefined && { workspaceId }) })
      const number = await numberDetails(tx, id, tx.now())
      return { number, taken_out: [...taken_out], failed, phone_disconnected }
    })
  },
})
