import { retryAfter } from '../api/problem.ts'
import { MailLimitReached } from '../platform/mail/limits.ts'
import { problem } from './problems.ts'

/** For the `catch` of a mail: `rate_limited` with this limit in its details. */
export const refusingMails =
  (limit: 'mails' | 'reset_mails') =>
  (error: unknown): never => {
    if (!(error instanceof MailLimitReached)) throw error
    throw problem.rate_limited({
      message: 'Too many mails were sent. Retry after the seconds in Retry-After.',
      details: { limit },
      ...retryAfter(error.retrySeconds),
    })
  }
