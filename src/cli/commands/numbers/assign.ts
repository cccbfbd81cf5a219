import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'
import { assignmentOf, assignmentOptions, takenOutText } from './assignment.ts'
import { changeAudited, disconnectedText, failedText } from './change.ts'

export const assignPhoneNumber = defineCommand({
  words: ['numbers', 'assign'],
  summary: 'Assign a number to the pool or to one workspace',
  positionals: { id: { value: id, description: 'id of the number' } },
  options: assignmentOptions,
  example: 'bureau numbers assign 3 --workspace 18',

  run: (context, { id: numberId, ...rest }) =>
    changeAudited(context, numberId, { assignment: assignmentOf(rest) }),
  print: (number) =>
    `Number ${number.id} belongs to ${number.workspace_id === null ? 'the pool' : `workspace ${number.workspace_id}`}.${disconnectedText(number)}${failedText(number)}${takenOutText(number)}`,
})
