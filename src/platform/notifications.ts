/**
 * Short notices between the processes of one installation, over LISTEN/NOTIFY.
 * A notice may be lost when a connection breaks: listeners also poll slowly, or stop trusting their caches
 * while `connected()` is false.
 */
export interface Notifications {
  /**
   * Tells every process: this one before it returns, the others soon. Not part of any transaction. Repeats within 200 ms
   * go out to the others as one.
   */
  readonly notify: (channel: string) => void
  /** Calls `listener` on each notice of the channel, with what the notice says. Returns the way to stop. */
  readonly listen: (channel: string, listener: (payload: string) => void) => () => void
  /** Calls `listener` when the connection to the database breaks or is back. */
  readonly onConnection: (listener: (connected: boolean) => void) => () => void
  readonly connected: () => boolean
  /**
   * Resolves once every process that was listening at the call has handled all notices committed before it,
   * or after `msMax` at the latest. This is what makes a revocation immediate in processes other than this one.
   */
  readonly acknowledged: (msMax: number) => Promise<void>
  readonly close: () => Promise<void>
}
