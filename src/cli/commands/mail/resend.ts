import { resendMail } from '../../../platform/mail/resend-mail.ts'
import { findMail } from '../../../platform/mail/store.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const resendOneMail = defineCommand({
  words: ['mail', 'resend'],
  summary: 'Resend a mail, or send one from before a mail server was set up',
  positionals: { id: { value: id, description: 'id of the mail' } },
  example: 'bureau mail resend 12',

  async run({ database, mail: { mode } }, { id: mailId }) {
    if (mode === 'outbox')
      throw new OperatorError(
        'No mail server is set up. Set BUREAU_SMTP_URL and BUREAU_MAIL_FROM, and restart Bureau.',
      )
    return database.transaction(async (tx) => {
      const mail = await findMail(tx, mailId)
      if (!mail)
        throw new OperatorError(`Mail ${mailId} does not exist. "bureau mail list" shows the last ones.`)
      if (!(await resendMail(tx, mailId)))
        throw new OperatorError(`Mail ${mailId} is waiting to be sent already.`)
      await auditOperator(tx, 'mail.resend', `mail:${mailId}`)
      return { ok: true, id: mailId, to: mail.to }
    })
  },
  print: ({ id: mailId, to }) =>
    `Mail ${mailId} is on its way to ${to}. Links and codes in it may have expired.`,
})
