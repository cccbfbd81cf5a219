import { resendMail } from '../../../platform/mail/resend-mail.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

const sentences = {
  'no-server': () =>
    'No mail server is set up. Set BUREAU_SMTP_URL and BUREAU_MAIL_FROM, and restart Bureau.',
  missing: (id: number) => `Mail ${id} does not exist. "bureau mail list" shows the last ones.`,
  waiting: (id: number) => `Mail ${id} is waiting to be sent already.`,
} as const

export const resendOneMail = defineCommand({
  words: ['mail', 'resend'],
  summary: 'Resend a mail, or send one from before a mail server was set up',
  positionals: { id: { value: id, description: 'id of the mail' } },
  example: 'bureau mail resend 12',

  run: ({ database, mail }, { id: mailId }) =>
    database.transaction(async (tx) => {
      const resent = await resendMail(tx, mail, mailId)
      if (resent.outcome !== 'queued') throw new OperatorError(sentences[resent.outcome](mailId))
      await auditOperator(tx, 'mail.resend', `mail:${mailId}`)
      return { ok: true, id: mailId, to: resent.to }
    }),
  print: ({ id: mailId, to }) =>
    `Mail ${mailId} is on its way to ${to}. Links and codes in it may have expired.`,
})
