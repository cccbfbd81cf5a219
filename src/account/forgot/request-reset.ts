import { z } from 'zod'
import { parseEmail } from '../../identity/email.ts'
import { show } from '../../api/pages/answer.ts'
import { requireAttempt } from '../../api/pages/throttle.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { callerSubject } from '../../platform/caller-subject.ts'
import { visitorFlow } from '../../api/limiters.ts'
import { faultOf, problem } from '../problems.ts'
import { accountSite } from '../site.ts'
import { forgotPage, sentPage } from './forgot-page.ts'
import { mailReset } from './mail-reset.ts'

/** Of one network, which may be a whole office's. */
const requestsOfNetwork = { free: 10, firstDelaySeconds: 5, delaySecondsMax: 900, forgetSeconds: 3600 }
/** By everyone. Delays are short, because each request may be the owner's, and mails have their own limit. */
const requestsForAddress = { free: 5, firstDelaySeconds: 10, delaySecondsMax: 60, forgetSeconds: 3600 }

/** Answers every address alike, after the same work: a job looks the account up later. */
export const requestReset = accountSite.page('requestReset', {
  method: 'POST',
  path: '/forgot',
  who: 'nobody',
  form: z.object({ email: z.string().default('') }),
  problems: ['malformed_email', 'too_many_tries'],
  again: (fault, { form }) => forgotPage({ email: form['email'] ?? '', fault: faultOf(fault) }),
  async handle({ form }, context) {
    const { clock, visit } = context
    const { address } = visit
    const email = parseEmail(form.email)
    if (email === undefined) throw problem.malformed_email()
    const throttles = [
      { subject: callerSubject(address), policy: requestsOfNetwork, shared: true },
      { subject: `to:${email}`, policy: requestsForAddress, shared: true },
    ]
    const job = { email, address, requested_at: clock.now().toISOString() }
    // At most one pending mail per caller and address: a caller cannot use up another's. One transaction halves the commits.
    await requireAttempt(context, visitorFlow(address), [{ target: 'forgot', throttles }], (tx) =>
      enqueue(tx, mailReset, job, { key: `mail-reset:${email}:${callerSubject(address)}` }),
    )
    return show(sentPage(email))
  },
})
