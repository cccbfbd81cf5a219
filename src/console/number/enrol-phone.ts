import { z } from 'zod'
import { idText, refusedAs } from '../../api/field.ts'
import { withPermit } from '../../iam/permit.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { member } from '../../identity/schemes/session.ts'
import { rotatePhone, withPicture } from '../../sms/carrier/android/phone/manage-phones.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'
import { holdOwn } from './hold-own.ts'
import { PhoneEnrolment } from './model.ts'

export const enrolPhone = console.endpoint('enrolPhone', {
  method: 'POST',
  path: '/workspaces/{workspace}/numbers/{id}/enrolment',
  summary: 'Make a new code and token to connect a phone with',
  description: 'Cuts off the phone that is connected. Only this answer ever holds the code and the token.',
  who: member,
  plan: 'sms',
  params: z.object({ ...inWorkspace.shape, id: refusedAs('number_not_found', idText()) }),
  limit: { group: 'enrolment', windowSeconds: 60, perCredentialMax: 10, perUserMax: 10 },
  status: 201,
  result: PhoneEnrolment,
  problems: ['number_not_found', 'not_your_number', 'not_admin', 'number_without_phone'],

  async handle({ params: { id } }, context) {
    const { database, principal } = context
    const enrolment = await withPermit(context)(() =>
      database.transaction(async (tx) => {
        await holdOwn(tx, principal, id)
        await auditCall(tx, context, { action: 'phone.connect', target: `number:${id}` })
        return rotatePhone(tx, context, id)
      }),
    )
    return withPicture(enrolment)
  },
})
