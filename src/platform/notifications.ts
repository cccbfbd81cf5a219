import type { Change } from './changes/change-set.ts'

/** LISTEN/NOTIFY between processes. Outages lose some, so listeners also poll, or distrust caches unless `connected()`. */
export interface Notifications {
  /** Notifies this process synchronously and others soon, outside of transactions. Repeats within 200 ms are merged. */
  readonly notify: (channel: string) => void
  /** As `notify`, with what changed. Changes within 250 ms are merged. */
  readonly tell: (change: Change) => void
  /** Changes that processes told of or triggers wrote. */
  readonly onChanges: (listener: (changes: readonly Change[]) => void) => () => void
  readonly listen: (channel: string, listener: (payload: string) => void) => () => void
  readonly onConnection: (listener: (connected: boolean) => void) => () => void
  readonly connected: () => boolean
  /** Resolves when every listening process has handled all earlier commits, or after `msMax`. Makes revocations immediate. */
  readonly acknowledged: (msMax: number) => Promise<void>
  /** Answers a question of any process, this one included. Must be quick and not throw. */
  readonly onQuestion: (topic: string, answer: () => string) => void
  /** Asks every listening process, for at most ten seconds. Undefined: one did not answer. Empty: it does not know the topic. */
  readonly ask: (topic: string) => Promise<readonly (string | undefined)[]>
  readonly close: () => Promise<void>
}
