import type { Client } from 'pg'
import type { RecentBytes } from './blobs/recent-bytes.ts'
import type { BlobStore } from './blobs/store.ts'
import type { ChangeStreams } from './changes/change-streams.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Migrations } from './database/migrate.ts'
import type { Bodies } from './http/body-memory.ts'
import type { EventStreams } from './event-streams.ts'
import type { Keyring } from './secrets/keyring.ts'
import type { Vault } from './secrets/vault.ts'
import type { Passwords } from './secrets/password.ts'
import type { Log } from './log/log.ts'
import type { MailTransport } from './mail/smtp/transport.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { Resolver } from './outgoing/resolver.ts'
import type { Random } from './random.ts'
import type { Notifications } from './notifications.ts'

/** Everything impure that the platform provides. It knows no product. */
export interface PlatformContext {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly database: Database
  /** A connection of its own, for COPY and long transactions. The caller ends it. Throws OperatorError. */
  readonly connect: () => Promise<Client>
  readonly migrations: Migrations
  readonly notifications: Notifications
  readonly streams: EventStreams
  readonly changeStreams: ChangeStreams
  readonly blobs: BlobStore
  readonly recentBytes: RecentBytes
  readonly bodies: Bodies
  readonly passwords: Passwords
  readonly keyring: Keyring
  readonly vault: Vault
  readonly mail: MailTransport
  readonly resolver: Resolver
  readonly outgoing: Outgoing
}
