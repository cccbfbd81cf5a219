import { ExpectedError } from './expected-error.ts'

/** An expected failure that a library names by a reason of a closed list. The caller finds the words. */
export abstract class ReasonedError extends ExpectedError {
  abstract readonly reason: string
  /** After so many seconds the same may succeed; undefined where waiting does not help. */
  readonly retrySeconds: number | undefined = undefined
}
