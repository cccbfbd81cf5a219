import { findMail } from '../../../platform/mail/store.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { defineCommand } from '../../command.ts'
import { details } from '../../text.ts'
import { id } from '../../value.ts'
import { statusOf, toShownMail } from './shown-mail.ts'

export const showMail = defineCommand({
  words: ['mail', 'show'],
  summary: 'Show a mail with its text',
  positionals: { id: { value: id, description: 'id of the mail' } },
  example: 'bureau mail show 12',

  async run({ database }, { id: mailId }) {
    const mail = await findMail(database, mailId)
    if (!mail)
      throw new OperatorError(`Mail ${mailId} does not exist. "bureau mail list" shows the last ones.`)
    return { mail: toShownMail(mail) }
  },
  print: ({ mail }) =>
    `${details({ id: String(mail.id), to: mail.to, subject: mail.subject, created: mail.created_at, status: statusOf(mail) })}\n\n` +
    mail.text.trimEnd(),
})
