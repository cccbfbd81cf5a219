import { listMails as list } from '../../../platform/mail/store.ts'
import { defineCommand } from '../../command.ts'
import { words } from '../../value.ts'

const mailsMax = 200

export const listMails = defineCommand({
  words: ['mail', 'list'],
  summary: `Show the last ${mailsMax} mails, newest first`,
  options: { to: { value: words('EMAIL'), description: 'only mails to this address' } },
  example: 'bureau mail list --to ann@example.com',

  async run({ database }, { to }) {
    const mails = await list(database, { ...(to !== undefined && { to }), limit: mailsMax })
    return { mails: mails.map((mail) => ({ ...mail, created_at: mail.created_at.toISOString() })) }
  },
  print: ({ mails }) =>
    mails.length === 0
      ? 'No mails yet.'
      : mails
          .map(({ id, created_at, to, subject, links }) =>
            [`${id}  ${created_at}  ${to}  ${subject}`, ...links.map((link) => `    ${link}`)].join('\n'),
          )
          .join('\n'),
})
