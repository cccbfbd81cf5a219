import { z } from 'zod'
import { idText, refusedAs } from '../../api/field.ts'
import { noContent } from '../../api/result.ts'
import { withPermit } from '../../iam/permit.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { member } from '../../identity/schemes/session.ts'
import { disconnectPhone as cutOff } from '../../sms/carrier/android/phone/manage-phones.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'
import { holdOwn } from './hold-own.ts'

export const disconnectPhone = console.endpoint('disconnectPhone', {
  method: 'DELETE',
  path: '/workspaces/{workspace}/numbers/{id}/enrolment',
  summary: 'Disconnect the phone of a number',
  description: 'Its code and token stop working too. Texts wait until another phone is connected.',
  who: member,
  plan: 'sms',
  params: z.object({ ...inWorkspace.shape, id: refusedAs('number_not_found', idText()) }),
  result: noContent,
  problems: ['number_not_found', 'not_your_number', 'not_admin', 'number_without_phone'],

  async handle({ params: { id } }, context) {
    const { database, principal } = context
    await withPermit(context)(() =>
      database.transaction(async (tx) => {
        await holdOwn(tx, principal, id)
        await cutOff(tx, context, id)
        await auditCall(tx, context, { action: 'phone.disconnect', target: `number:${id}` })
      }),
    )
  },
})
