import { assignNumber } from '../../../sms/inventory/change-number.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'
import { assignmentOf, assignmentOptions, takenOutText } from './assignment.ts'

export const assignPhoneNumber = defineCommand({
  words: ['numbers', 'assign'],
  summary: 'Assign a number to the pool or to one workspace',
  positionals: { id: { value: id, description: 'id of the number' } },
  options: assignmentOptions,
  example: 'bureau numbers assign 3 --workspace 18',

  async run(context, { id: numberId, ...rest }) {
    return { ok: true, ...(await assignNumber(context, numberId, assignmentOf(rest))) }
  },
  print: (number) =>
    `Number ${number.id} belongs to ${number.workspace_id === null ? 'the pool' : `workspace ${number.workspace_id}`}.${takenOutText(number)}`,
})
