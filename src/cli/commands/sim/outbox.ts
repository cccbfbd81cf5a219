import { listOutbox } from '../../../sms/carrier/simulator/operate-simulator.ts'
import { defineCommand } from '../../command.ts'
import { table } from '../../text.ts'
import { id } from '../../value.ts'

export const simOutbox = defineCommand({
  words: ['sim', 'outbox'],
  summary: 'Simulator: show the texts that a virtual phone was given, oldest first',
  options: {
    number: { value: id, required: true, description: 'id of a simulator number' },
  },
  example: 'bureau sim outbox --number 3',

  run: (context, { number }) => listOutbox(context, { numberId: number }),
  print: ({ messages }) =>
    messages.length === 0
      ? 'The phone has not been given any texts.'
      : table(
          ['id', 'at', 'to', 'status', 'body'],
          messages.map(({ id: messageId, at, to, status, body }) => [
            String(messageId),
            at,
            to,
            status,
            body,
          ]),
        ),
})
