/** An error that becomes a response. It has no stack, because capturing one costs more than the rest of a refusal. */
export class ExpectedError extends Error {
  constructor(message?: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, options)
    Error.stackTraceLimit = stackTraceLimit
  }
}
