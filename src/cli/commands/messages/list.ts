import { statuses } from '../../../sms/message/model.ts'
import { listAnyMessages } from '../../../sms/message/operator-store.ts'
import { defineCommand } from '../../command.ts'
import { cutNewest, newest, pageBefore, printList, shownTime } from '../../listing.ts'
import { choice, id } from '../../value.ts'

export const listMessages = defineCommand({
  words: ['messages', 'list'],
  summary: 'List text messages without texts and phones, newest first',
  options: {
    workspace: { value: id, description: 'only messages of this workspace' },
    status: {
      value: choice(statuses, 'STATUS'),
      description: `only messages with this status: ${statuses.join(', ')}`,
    },
    ...newest,
  },
  example: 'bureau messages list --status failed',

  async run({ database }, { workspace, status, ...input }) {
    const page = pageBefore(input)
    const rows = await listAnyMessages(database, { workspaceId: workspace, status }, page)
    const { shown, nextBefore } = cutNewest(rows, page)
    return { messages: shown, next_before: nextBefore }
  },
  print: ({ messages, next_before: nextBefore }) =>
    printList({
      nothing: 'There are no such messages.',
      rows: messages,
      columns: {
        id: (message) => message.id,
        created: (message) => shownTime(message.created_at),
        workspace: (message) => message.workspace_id,
        direction: (message) => message.direction,
        number: (message) => message.number,
        status: (message) => message.status,
        error: (message) => message.error_code,
      },
      nextBefore,
    }),
})
