import { parseEmail } from '../../../identity/email.ts'
import { listMails as list } from '../../../platform/mail/store.ts'
import { defineCommand } from '../../command.ts'
import { printList, shownTime } from '../../listing.ts'
import { words } from '../../value.ts'
import { statusOf, toShownMail } from './shown-mail.ts'

const mailsMax = 200

export const listMails = defineCommand({
  words: ['mail', 'list'],
  summary: `Show the last ${mailsMax} mails with their status, newest first`,
  options: { to: { value: words('EMAIL'), description: 'only mails to this address' } },
  example: 'bureau mail list --to ann@example.com',

  async run({ database }, { to }) {
    const mails = await list(database, {
      ...(to !== undefined && { to: parseEmail(to) ?? to }),
      limit: mailsMax,
    })
    return { mails: mails.map(toShownMail) }
  },
  print: ({ mails }) => {
    const printed = printList({
      nothing: 'No mails yet.',
      rows: mails,
      columns: {
        id: (mail) => mail.id,
        created: (mail) => shownTime(mail.created_at),
        status: statusOf,
        to: (mail) => mail.to,
        subject: (mail) => mail.subject,
        links: (mail) => mail.links.join(' '),
      },
    })
    const more = '"bureau mail show ID" shows the text of one, "bureau mail resend ID" sends it again.'
    return mails.length === 0 ? printed : `${printed}\n${more}`
  },
})
