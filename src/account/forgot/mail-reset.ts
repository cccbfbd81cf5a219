import { z } from 'zod'
import { issueLink } from '../../identity/link/issue-link.ts'
import { hasLinkSince } from '../../identity/link/store.ts'
import { requestedReset, resetMail } from '../../identity/mail/mails.ts'
import { findCredentials, holdCredentials } from '../../identity/credentials/store.ts'
import { defineJob } from '../../api/job.ts'
import { MailLimitReached } from '../../platform/mail/limits.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'

/** Mails a requested reset link. Unknown addresses, disabled people, those of the demo, and mails over the limit are silently ignored. */
export const mailReset = defineJob({
  name: 'mail-reset',
  input: z.object({ email: z.string(), address: z.string(), requested_at: z.iso.datetime() }),
  queue: 'people',
  attemptsMax: 5,
  async run({ email, address, requested_at: requestedAt }, { database, log, origins, random }) {
    const person = await findCredentials(database, email)
    if (!person) return
    const subject = { kind: 'reset', userId: person.id } as const
    try {
      await database.transaction(async (tx) => {
        const held = await holdCredentials(tx, person.id)
        if (!held || held.disabled || held.demo) return
        // Makes the job idempotent; simultaneous requests mean one mail.
        if (await hasLinkSince(tx, subject, new Date(requestedAt))) return
        const draft = { subject, recipient: email, issuedBy: null, issuedVia: 'page' } as const
        const { url } = await issueLink(tx, { random, filesOrigin: origins.files }, draft)
        const mail = resetMail({ to: email, url, firstName: person.first_name })
        await sendMail(tx, mail, { kind: requestedReset, scopeId: null, address })
      })
    } catch (error) {
      if (!(error instanceof MailLimitReached)) throw error
      log.warn(
        { user_id: person.id },
        'a reset link was not mailed: too many mails within the last half hour',
      )
    }
  },
})
