import { ExpectedError } from './expected-error.ts'

/** An expected failure with a reason from a closed list; the caller finds the words. */
export abstract class ReasonedError extends ExpectedError {
  abstract readonly reason: string
  readonly retrySeconds: number | undefined = undefined
}
