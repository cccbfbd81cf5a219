import { listAllNumbers, type OperatorNumber } from '../../../sms/number/operator-numbers.ts'
import { defineCommand } from '../../command.ts'
import { table } from '../../text.ts'
import { paceOf } from './pace.ts'

export const listPhoneNumbers = defineCommand({
  words: ['numbers', 'list'],
  summary: 'List all numbers',
  example: 'bureau numbers list',

  run: (context) => listAllNumbers(context),
  print: ({ numbers }) =>
    numbers.length === 0
      ? 'No numbers yet. Add one with "bureau numbers add".'
      : table(
          ['id', 'number', 'carrier', 'state', 'sends', 'assigned to', 'label'],
          numbers.map((number) => [
            String(number.id),
            number.number,
            number.carrier,
            stateOf(number),
            paceOf(number),
            assigned(number),
            number.label,
          ]),
        ),
})

const stateOf = ({ online, paused_until: pausedUntil }: OperatorNumber): string =>
  !online ? 'offline' : pausedUntil === null ? 'online' : `pauses until ${pausedUntil}`

const assigned = ({ pool, workspace_id: workspaceId }: OperatorNumber): string =>
  pool ? 'pool' : workspaceId === null ? 'nobody' : `workspace ${workspaceId}`
