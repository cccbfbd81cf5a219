/**
 * An error that is an answer: who asked is told, and nobody looks at where it was made. To find that out takes longer than all
 * else about a refusal, so it has no stack.
 */
export class ExpectedError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, options)
    Error.stackTraceLimit = stackTraceLimit
  }
}
