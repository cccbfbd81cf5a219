import { noContent } from '../../../api/result.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { disconnectPhone } from '../../../sms/carrier/android/phone/manage-phones.ts'
import { concernedBy } from '../../../sms/inventory/pool.ts'
import { requireNumber } from '../../../sms/number/operator-numbers.ts'
import { operatorsOnly } from '../../permit.ts'
import { problem } from '../../problems.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { OfNumber } from './model.ts'

export const disconnectPhoneOfNumber = console.endpoint('disconnectPhoneOfNumber', {
  method: 'DELETE',
  path: '/operator/numbers/{id}/enrolment',
  summary: 'Disconnect the phone of any number',
  description: 'Its code and token stop working too. Texts wait until another phone is connected.',
  who: loggedIn,
  params: OfNumber,
  result: noContent,
  problems: ['operator_required', 'number_not_found', 'number_without_phone'],
  permit: operatorsOnly,

  async handle({ params: { id } }, context) {
    await context.database.transaction(async (tx) => {
      await holdOperator(tx, context.principal)
      const { carrier, workspace_id: workspace } = await requireNumber(tx, id)
      if (carrier !== 'android') throw problem.number_without_phone()
      await disconnectPhone(tx, context, id)
      const done = { action: 'phone.disconnect', target: `number:${id}`, actor: 'operator' } as const
      for (const workspaceId of concernedBy(workspace, workspace))
        await auditCall(tx, context, { ...done, ...(workspaceId !== undefined && { workspaceId }) })
    })
  },
})
