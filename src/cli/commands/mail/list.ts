import { parseEmail } from '../../../identity/email.ts'
import { listMails as list } from '../../../platform/mail/store.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'
import { table } from '../../text.ts'
import { words } from '../../value.ts'
import { statusOf, toShownMail } from './shown-mail.ts'

const mailsMax = 200

export const listMails = defineCommand({
  words: ['mail', 'list'],
  summary: `Show the last ${mailsMax} mails and what became of them, newest first`,
  options: { to: { value: words('EMAIL'), description: 'only mails to this address' } },
  example: 'bureau mail list --to ann@example.com',

  async run({ database }, { to }) {
    const mails = await list(database, {
      ...(to !== undefined && { to: parseEmail(to) ?? to }),
      limit: mailsMax,
    })
    return { mails: mails.map(toShownMail) }
  },
  print: ({ mails }) =>
    mails.length === 0
      ? 'No mails yet.'
      : table(
          ['id', 'created', 'status', 'to', 'subject', 'links'],
          mails.map((mail) => [
            String(mail.id),
            shownTime(mail.created_at),
            statusOf(mail),
            mail.to,
            mail.subject,
            mail.links.join(' '),
          ]),
        ) + '\n"bureau mail show ID" shows the text of one, "bureau mail resend ID" sends it again.',
})
