import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'
import { keepMail, markFailed, markSent, noteDeferred, openMail, type QueuedMail } from './store.ts'
import { MailDeferred, type MailOutcome } from './smtp/transport.ts'

/** Codes and links in it have expired by then. */
const giveUpAfterMs = 24 * 60 * 60 * 1000

/** Mailboxes drop duplicates, so retries share it; a resend and a restored backup must not. */
function messageId({ id, queued_at }: QueuedMail, domain: string): string {
  return `<mail.${id}.${queued_at.getTime()}@${domain}>`
}

/** A mail whose connection broke after the last byte is sent again with the same Message-ID; SMTP can't tell more. */
export const deliverMail = defineJob({
  name: 'deliver-mail',
  input: z.object({ mail_id: z.int().positive() }),
  queue: 'people',
  // Delays grow to six hours, so age ends the retries first.
  attemptsMax: 20,

  async run({ mail_id }, { clock, database, log, mail: transport }) {
    const mail = await openMail(database, mail_id)
    if (!mail) return
    if (transport.mode === 'outbox') return keepMail(database, mail_id, 'No mail server is set up.')

    let outcome: MailOutcome
    try {
      outcome = await transport.send({
        messageId: messageId(mail, transport.domain),
        date: mail.queued_at,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      })
    } catch (err) {
      const reason =
        err instanceof MailDeferred ? err.message : 'An unexpected error. See the log for the cause.'
      if (clock.now().getTime() - mail.queued_at.getTime() < giveUpAfterMs) {
        await noteDeferred(database, mail_id, reason)
        throw err
      }
      outcome = { sent: false, reason }
    }

    if (outcome.sent) return markSent(database, mail_id, clock.now())
    log.warn({ mail_id, reason: outcome.reason }, 'A mail was given up.')
    await markFailed(database, mail_id, clock.now(), outcome.reason)
  },
})
