import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { rotatePhone, withPicture } from '../../../sms/carrier/android/phone/manage-phones.ts'
import { concernedBy } from '../../../sms/inventory/pool.ts'
import { requireNumber } from '../../../sms/number/operator-numbers.ts'
import { PhoneEnrolment } from '../../number/model.ts'
import { operatorsOnly } from '../../permit.ts'
import { problem } from '../../problems.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { OfNumber } from './model.ts'

export const enrolPhoneOfNumber = console.endpoint('enrolPhoneOfNumber', {
  method: 'POST',
  path: '/operator/numbers/{id}/enrolment',
  summary: 'Make a new code and token to connect a phone with',
  description: 'Cuts off the phone that is connected. Only this answer ever holds the code and the token.',
  who: loggedIn,
  params: OfNumber,
  limit: { group: 'enrolment', windowSeconds: 60, perCredentialMax: 10, perUserMax: 10 },
  status: 201,
  result: PhoneEnrolment,
  problems: ['operator_required', 'number_not_found', 'number_without_phone'],
  permit: operatorsOnly,

  async handle({ params: { id } }, context) {
    const enrolment = await context.database.transaction(async (tx) => {
      await holdOperator(tx, context.principal)
      const { carrier, workspace_id: workspace } = await requireNumber(tx, id)
      if (carrier !== 'android') throw problem.number_without_phone()
      const done = { action: 'phone.connect', target: `number:${id}`, actor: 'operator' } as const
      for (const workspaceId of concernedBy(workspace, workspace))
        await auditCall(tx, context, { ...done, ...(workspaceId !== undefined && { workspaceId }) })
      return rotatePhone(tx, context, id)
    })
    return withPicture(enrolment)
  },
})
