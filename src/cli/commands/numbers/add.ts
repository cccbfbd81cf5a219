import { enrolmentText } from './enrolment-text.ts'
import { carriers } from '../../../sms/carriers.ts'
import { insertNewNumber } from '../../../sms/inventory/add-number.ts'
import { workspaceOf } from '../../../sms/inventory/pool.ts'
import { labelCharactersMax } from '../../../sms/number/model.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { choice, line, words } from '../../value.ts'
import { assignmentOf, assignmentOptions, takenOutText } from './assignment.ts'

export const addPhoneNumber = defineCommand({
  words: ['numbers', 'add'],
  summary: 'Add a number to send from',
  options: {
    phone: { value: words('E164'), required: true, description: 'the number, like +12025550100' },
    carrier: {
      value: choice(carriers.map(({ name }) => name)),
      required: true,
      description: 'the way to the telephone network',
    },
    ...assignmentOptions,
    label: { value: line(labelCharactersMax, 'LABEL'), description: 'a name for people' },
  },
  example: 'bureau numbers add --phone +12025550100 --carrier simulator --pool',

  run(context, { phone, carrier, label, ...rest }) {
    const assignment = assignmentOf(rest)
    return context.database.transaction(async (tx) => {
      const options = { phone, carrier, label, assignment }
      const { enrolment, ...added } = await insertNewNumber(tx, context, options)
      await auditOperator(tx, 'number.add', `number:${added.id}`, workspaceOf(assignment) ?? undefined)
      return { ...added, ...enrolment }
    })
  },
  print: (added) => `Number ${added.id}, ${added.number}.${takenOutText(added)}${enrolmentText(added)}`,
})
