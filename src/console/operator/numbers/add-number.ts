import { z } from 'zod'
import { nullIsAbsent, refusedAs, text } from '../../../api/field.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { withPicture } from '../../../sms/carrier/android/phone/manage-phones.ts'
import { insertNewNumber } from '../../../sms/inventory/add-number.ts'
import { workspaceOf } from '../../../sms/inventory/pool.ts'
import { parsePhone } from '../../../sms/phone.ts'
import { PhoneEnrolment } from '../../number/model.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { assignmentFields, requireAssignment } from './assignment.ts'
import { Carrier, Label, OperatorNumberDetails, TakenOut } from './model.ts'
import { numberDetails } from './view.ts'

const phoneCharactersMax = 40

const PhoneNumber = refusedAs(
  'invalid_number',
  text()
    .max(phoneCharactersMax)
    .refine((phone) => parsePhone(phone) !== undefined, 'must be a phone number, like +12025550100'),
)

export const addNumber = console.endpoint('addNumber', {
  method: 'POST',
  path: '/operator/numbers',
  summary: 'Add a number to send from',
  description: 'The first real number of the pool replaces its simulated ones.',
  who: loggedIn,
  body: z.object({
    phone: PhoneNumber,
    carrier: Carrier,
    label: nullIsAbsent(Label.optional()),
    ...assignmentFields,
  }),
  status: 201,
  result: z
    .object({
      number: OperatorNumberDetails,
      taken_out: TakenOut,
      enrolment: PhoneEnrolment.nullable().describe('To connect a phone with. null for simulated numbers.'),
    })
    .meta({ id: 'AddedNumber' }),
  problems: ['operator_required', 'invalid_number', 'workspace_not_found', 'number_taken', 'pool_is_real'],
  permit: operatorsOnly,

  handle({ body: { phone, carrier, label, ...sent } }, context) {
    const { database, principal } = context
    const assignment = requireAssignment(sent)
    return database.transaction(async (tx) => {
      await holdOperator(tx, principal)
      const options = { phone, carrier, label, assignment }
      const { id, taken_out = [], enrolment } = await insertNewNumber(tx, context, options)
      const workspaceId = workspaceOf(assignment) ?? undefined
      const done = { action: 'number.add', target: `number:${id}`, actor: 'operator' } as const
      await auditCall(tx, context, { ...done, ...(workspaceId !== undefined && { workspaceId }) })
      return {
        number: await numberDetails(tx, id, tx.now()),
        taken_out: [...taken_out],
        enrolment: enrolment ? withPicture(enrolment) : null,
      }
    })
  },
})
