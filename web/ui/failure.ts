import { ApiError } from '../api/call.ts'
import { uiWords } from '../words/words.ts'

/** What can be told about an error, whatever threw it. */
export interface Failure {
  readonly message: string
  /** The field of the form that it is about. */
  readonly field?: string | undefined
  readonly requestId?: string | undefined
}

/** The network, the server, or its database is away, and comes back by itself. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { code, status, retryAfterSeconds } = error
  // A proxy answers for a server that is away.
  if (code === 'network' || (code === 'unreadable' && status >= 502 && status <= 504)) return true
  return status === 500 && retryAfterSeconds !== undefined
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { message: uiWords.failed.unknown }
  const { message, requestId, details } = error
  const { field } = details
  return { message, requestId, ...(typeof field === 'string' && { field }) }
}
