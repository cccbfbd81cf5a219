import { ApiError } from '../api/call.ts'
import { uiWords } from '../words/words.ts'

/** What can be told about an error, whatever threw it. */
export interface Failure {
  readonly message: string
  /** The field of the form that it is about. */
  readonly field?: string | undefined
  readonly requestId?: string | undefined
}

/** No answer came: the server or the network is away. */
export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'network'

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { message: uiWords.failed.unknown }
  const { message, requestId, details } = error
  const { field } = details
  return { message, requestId, ...(typeof field === 'string' && { field }) }
}
