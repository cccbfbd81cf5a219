import { showMessage } from '../../../sms/queue/show-message.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'
import { onOneLine, table } from '../../text.ts'
import { id } from '../../value.ts'

export const showOneMessage = defineCommand({
  words: ['messages', 'show'],
  summary: 'Show the status and history of a text message',
  positionals: { id: { value: id, description: 'id of the message' } },
  example: 'bureau messages show 812',

  run: (context, { id: messageId }) => showMessage(context, messageId),
  print(message) {
    const {
      direction,
      phone,
      status,
      workspace_id: account,
      error_code: code,
      error_message: reason,
    } = message
    const why = code === null ? '' : ` (${code}: ${reason})`
    const other = direction === 'out' ? 'to' : 'from'
    const head = onOneLine(
      `Message ${message.id} ${other} ${phone}, workspace ${account}, is ${status}${why}.`,
    )
    if (message.history.length === 0) return head
    const rows = message.history.map(({ at, what, number, detail }) => [
      shownTime(at),
      what,
      number ?? '',
      detail ?? '',
    ])
    return `${head}\n${table(['at', 'what', 'number', ''], rows)}`
  },
})
