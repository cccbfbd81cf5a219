import { listUnrouted } from '../../../sms/inbound/operate-unrouted.ts'
import { defineCommand } from '../../command.ts'
import { after, cutPage, pageAfter, printList, shownTime } from '../../listing.ts'

const shownCharactersMax = 60

export const listUnroutedTexts = defineCommand({
  words: ['unrouted', 'list'],
  summary: 'List incoming texts that belong to no account',
  options: { after },
  example: 'bureau unrouted list',

  async run(context, input) {
    const { shown, nextAfter } = cutPage(await listUnrouted(context, pageAfter(input.after)), ({ id }) => id)
    return { texts: shown, next_after: nextAfter }
  },
  print: ({ texts, next_after: nextAfter }) =>
    printList({
      nothing: 'Every text has found its account.',
      rows: texts,
      columns: {
        id: (text) => text.id,
        received: (text) => shownTime(text.received_at),
        from: (text) => text.from,
        'to number': (text) => `${text.number} (${text.number_id})`,
        text: (text) => Array.from(text.body).slice(0, shownCharactersMax).join(''),
      },
      nextAfter,
    }),
})
