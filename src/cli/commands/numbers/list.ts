import { listAllNumbers, type OperatorNumber } from '../../../sms/number/operator-numbers.ts'
import { defineCommand } from '../../command.ts'
import { printList } from '../../listing.ts'
import { minimumThroughput } from './pace.ts'

export const listPhoneNumbers = defineCommand({
  words: ['numbers', 'list'],
  summary: 'List all numbers',
  example: 'bureau numbers list',

  run: (context) => listAllNumbers(context),
  print: ({ numbers }) =>
    printList({
      nothing: 'No numbers yet. Add one with "bureau numbers add".',
      rows: numbers,
      columns: {
        id: (number) => number.id,
        number: ({ number }) => number,
        carrier: (number) => number.carrier,
        state: stateOf,
        sends: minimumThroughput,
        'assigned to': assigned,
        label: (number) => number.label,
      },
    }),
})

const stateOf = ({ online, paused_until: pausedUntil }: OperatorNumber): string =>
  !online ? 'offline' : pausedUntil === null ? 'online' : `pauses until ${pausedUntil}`

const assigned = ({ pool, workspace_id: workspaceId }: OperatorNumber): string =>
  pool ? 'pool' : workspaceId === null ? 'nobody' : `workspace ${workspaceId}`
