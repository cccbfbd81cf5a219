import { listOutbox } from '../../../sms/carrier/simulator/operate-simulator.ts'
import { defineCommand } from '../../command.ts'
import { printList } from '../../listing.ts'
import { id } from '../../value.ts'

export const simOutbox = defineCommand({
  words: ['sim', 'outbox'],
  summary: 'Simulator: show the texts that a virtual phone got, oldest first',
  options: {
    number: { value: id, required: true, description: 'id of a simulator number' },
  },
  example: 'bureau sim outbox --number 3',

  run: (context, { number }) => listOutbox(context, { numberId: number }),
  print: ({ messages }) =>
    printList({
      nothing: 'The phone has no texts.',
      rows: messages,
      columns: {
        id: (message) => message.id,
        at: (message) => message.at,
        to: (message) => message.to,
        status: (message) => message.status,
        body: (message) => message.body,
      },
    }),
})
