import { retryAfter } from '../../api/problem.ts'
import { MailLimitReached } from '../../platform/mail/limits.ts'
import { problem } from '../problems.ts'

/** For the `catch` of a mail. */
export const refusingMails = (error: unknown): never => {
  if (!(error instanceof MailLimitReached)) throw error
  throw problem.rate_limited({
    message: 'Too many mails went to this address. Try again after the seconds in Retry-After.',
    details: { limit: 'mails' },
    ...retryAfter(error.retrySeconds),
  })
}
