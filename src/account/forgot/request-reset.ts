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

/** Requests of one network, which may be a whole office's. */
const requestsOfNetwork = { free: 10, firstDelaySeconds: 5, delaySecondsMax: 900, forgetSeconds: 3600 }
/**
 * Requests for one address by all who ask. Mails are counted by themselves, so the first requests do not wait. The others wait a minute at most, because each may be the owner's.
 */
const requestsForAddress = { free: 5, firstDelaySeconds: 10, delaySecondsMax: 60, forgetSeconds: 3600 }

/**
 * Answers every address alike, after the same work: whether there is an account for it is looked up by a job, when the
 * answer is long gone.
 */
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
    // At most one mail of a caller for an address waits: another caller's may be the one that is still allowed. It is passed on
    // with the try, so that a crowd of strangers commits half as often.
    await requireAttempt(context, visitorFlow(address), [{ target: 'forgot', throttles }], (tx) =>
      enqueue(tx, mailReset, job, { key: `mail-reset:${email}:${callerSubject(address)}` }),
    )
    return show(sentPage(email))
  },
})
