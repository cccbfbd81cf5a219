/** Something the operator has to put right; the message says what, in full sentences. Shown without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
