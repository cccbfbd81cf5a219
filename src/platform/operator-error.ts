/** A fault that the operator has to correct; the message says how, in full sentences. Shown without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
