import type { Context } from '../../api/context.ts'
import type { Job } from '../../api/job.ts'
import type { Loop } from '../../api/loop.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import type { CarrierName } from '../number/model.ts'
import type { SendRateLimit } from '../number/send-rate.ts'
import type { HandedMessage, Report } from '../queue/model.ts'

/** What a person enters on the device of a new number; shown once. */
export interface Enrollment {
  /** Eight digits, for ten minutes and one device. */
  readonly code: string
  /** The "private token" of the app. */
  readonly token: string
  /** The "API URL" of the app. */
  readonly url: string
  /** Address, token and code as a QR code, drawn in characters. */
  readonly qr: string
  /** Until when the code works. */
  readonly expires_at: string
}

export type CutOffContext = Pick<Context, 'notifications' | 'random' | 'vault' | 'origins'>

/**
 * A way to the telephone network: one folder beside this file, and one entry in ../carriers.ts. Nothing outside the folder
 * names the carrier.
 *
 * A carrier
 * - claims messages with `claimMessages` or `claimForCarrier`, whenever it likes (devices poll, loops push). It sends a
 *   message only after the claim is committed, and never sends the same attempt twice, even after a crash;
 * - reports every outcome with `reportProgress`; repeats, late reports and any order are fine. It sets `failedAttempt` only
 *   when nothing of that attempt was sent;
 * - hands in texts with `receiveText`, with a `carrierKey` when the network may repeat them, and acknowledges them to the
 *   network only once they are stored;
 * - sets `sms.number.online` while it can send, and leaves a number offline that the operator took offline;
 * - publishes `queueChannel` when one of its numbers has room again.
 *
 * In return the queue
 * - claims for online numbers only, within their send rate limits and their outstanding messages;
 * - never gives a claimed message to another number. It hands it to the same number again only after a `failedAttempt`;
 * - calls `queryStatus` for messages without a report after two minutes, and fails them as `outcome_unknown` in the end.
 */
export interface Carrier {
  readonly name: CarrierName
  /** Whether texts never leave this machine. The pool never mixes simulated and real numbers. */
  readonly isSimulated: boolean
  /** Whether a new number can send before anything has connected. */
  readonly startsOnline: boolean
  readonly sendRateDefault: SendRateLimit
  /** Prepares a new number, in the transaction that adds it. */
  readonly setUp: (
    tx: Transaction,
    context: Pick<Context, 'random' | 'vault' | 'origins'>,
    numberId: number,
  ) => Promise<Enrollment | undefined>
  /** The operator is about to put a number online or offline. */
  readonly switchOnline: (tx: Transaction, numberId: number, online: boolean) => Promise<void>
  /** The number goes to another account: its device no longer connects. False: there was none. Absent: it has no device. */
  readonly cutOff?: (tx: Transaction, context: CutOffContext, numberId: number) => Promise<boolean>
  /** What the carrier knows of messages without a report. Must not send. Absent for devices that poll. */
  readonly queryStatus?: (context: Context, handed: readonly HandedMessage[]) => Promise<readonly Report[]>
  /** Offline numbers that the operator took offline, not a lost connection. Absent: all that are offline. */
  readonly countPaused?: (database: Queryable) => Promise<number>
  readonly loops: readonly Loop[]
  readonly jobs: readonly Job[]
}
