import type { BlobStore } from './blobs/store.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Log } from './log/log.ts'
import type { Vault } from './secrets/vault.ts'
import type { Passwords } from './secrets/password.ts'
import type { MailTransport } from './mail/transport.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { Resolver } from './outgoing/resolver.ts'
import type { Random } from './random.ts'
import type { Signals } from './signals.ts'

/** Public addresses without a trailing slash, used in every link: design.md section 8. */
export interface Origins {
  readonly gateway: string
  readonly files: string
  readonly sms: string
  readonly phones: string
}

/** What the operator chose and rules need to know. */
export interface Settings {
  readonly blockedExtensions: ReadonlySet<string>
  /** Organizations that one user may own. */
  readonly organizationsMax: number
  /** Sum of the sizes of all open uploads of one user. */
  readonly bytesInFlightMax: number
  /** Location by which nginx sends files in our place. */
  readonly accel: string | undefined
}

/** Everything impure that a handler or a job may touch outside its arguments. Built once, in main.ts. */
export interface Context {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly database: Database
  readonly signals: Signals
  readonly blobs: BlobStore
  readonly passwords: Passwords
  readonly vault: Vault
  readonly mail: MailTransport
  readonly resolver: Resolver
  readonly outgoing: Outgoing
  readonly settings: Settings
  readonly origins: Origins
}
