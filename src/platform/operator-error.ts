/** The operator must fix it; the message says how. Shown without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
