import type { Context } from '../../api/context.ts'
import type { Carrier as CarrierName } from '../number/model.ts'
import type { HandedMessage, Report } from '../queue/model.ts'

/**
 * A way to the telephone network. Every carrier works the same tables in the same way: it takes messages with
 * `claimMessages` or `claimForCarrier`, tells of them with `reportProgress`, and hands in texts with `receiveText`. When it
 * does so is its own affair: phones ask, a connection is driven by a loop. This is what is asked of a carrier in return.
 */
export interface Carrier {
  readonly name: CarrierName
  /**
   * What the carrier knows of messages that it was handed minutes ago and has not told of since. Nothing is sent by asking. A
   * carrier whose phones are asked when they call has no answer of its own.
   */
  readonly askAfter?: (context: Context, handed: readonly HandedMessage[]) => Promise<readonly Report[]>
}
