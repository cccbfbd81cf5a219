/** Why the signal of a command aborts. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly by: 'caller' | 'server'

  constructor(by: 'caller' | 'server') {
    super(by === 'caller' ? 'Interrupted.' : 'The server stopped before the command was done.')
    this.by = by
  }
}
