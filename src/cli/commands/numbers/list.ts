import { listAllNumbers } from '../../../sms/number/manage-numbers.ts'
import { defineCommand } from '../../command.ts'
import { aligned } from '../../text.ts'

export const listPhoneNumbers = defineCommand({
  words: ['numbers', 'list'],
  summary: 'List all numbers',
  example: 'bureau numbers list',

  run: (context) => listAllNumbers(context),
  print: ({ numbers }) =>
    numbers.length === 0
      ? 'No numbers yet. Add one with "bureau numbers add".'
      : aligned(
          numbers.map((number) => [
            String(number.id),
            number.number,
            number.carrier,
            number.online ? 'online' : 'offline',
            number.workspace_id === null ? 'pool' : `workspace ${number.workspace_id}`,
            number.label,
          ]),
        ),
})
