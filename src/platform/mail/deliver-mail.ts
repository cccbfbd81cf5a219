import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'
import { keepMail, markFailed, markSent, noteDeferred, openMail, type QueuedMail } from './store.ts'
import { MailDeferred, type MailOutcome } from './smtp/transport.ts'

/** A mail that could not be handed over for a day is given up: codes and links in it have run out by then. */
const giveUpAfterMs = 24 * 60 * 60 * 1000

/**
 * The same for every try of one mail, another one when an operator sends it again, because mailboxes drop what they know, and
 * another one in every installation that restored the same backup's ids.
 */
function messageId({ id, queued_at }: QueuedMail, domain: string): string {
  return `<mail.${id}.${queued_at.getTime()}@${domain}>`
}

/**
 * Hands a stored mail to the transport. SMTP cannot tell whether a server took a mail when the connection breaks
 * after the last byte; such a mail is sent again with the same Message-ID.
 */
export const deliverMail = defineJob({
  name: 'deliver-mail',
  input: z.object({ mail_id: z.int().positive() }),
  queue: 'people',
  // The pauses grow to six hours, so that a mail is given up for its age before the tries are used up.
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
