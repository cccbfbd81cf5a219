import type { Limiters } from './limiters.ts'
import type { BlobsConfig } from '../platform/blobs/setup/open.ts'
import type { PlatformContext } from '../platform/context.ts'
import type { MinimumThroughput } from '../platform/http/minimum-throughput.ts'
import type { Transaction } from '../platform/database/database.ts'

/** Public addresses without a trailing slash, used in every link: docs/configuration.md. */
export interface Origins {
  readonly gateway: string
  readonly files: string
  readonly sms: string
  readonly phones: string
}

export interface Settings {
  /** In lowercase without the dot. */
  readonly blockedExtensions: ReadonlySet<string>
  readonly organizationsMax: number
  readonly workspaceItemsMax: number
  /** Total size of all open uploads of one user. */
  readonly bytesInFlightMax: number
  readonly uploadThroughputMin: MinimumThroughput
  readonly auditDays: number
  /** 0: requests are not recorded. */
  readonly requestLogDays: number
  readonly messageDays: number
  /** Who is mailed when a phone is silent. */
  readonly phoneAlertsTo: readonly string[]
  /** The internal location for `X-Accel-Redirect`. */
  readonly accel: string | undefined
  readonly dataDir: string
  /** Undefined: blobs are in a bucket. */
  readonly blobsDirectory: string | undefined
  readonly blobs: BlobsConfig
  readonly backups: BackupSettings
  /** Public origins that the configuration names. */
  readonly toldOrigins: readonly (keyof Origins)[]
}

export interface BackupSettings {
  /** Where nightly backups are. Undefined: they are off. */
  readonly location: BlobsConfig | undefined
  /** In UTC. */
  readonly at: { readonly hour: number; readonly minute: number }
  /** How many nightly backups are kept. */
  readonly keep: number
  readonly blobs: 'beside' | 'none'
  readonly passphrase: string | undefined
  /** Whether a backup is taken before the database is migrated. */
  readonly beforeUpgrade: boolean
  /** Reads a place that a person names: a directory, `file:DIR`, or `s3://…`. Throws OperatorError. */
  readonly locate: (text: string, base: string) => BlobsConfig
}

export type WorkspaceSetup = (
  tx: Transaction,
  workspace: { readonly id: number; readonly type: 'personal' | 'org' },
) => Promise<void>

/** Every side effect of handlers and jobs. Built once, in program/instance.ts. */
export interface Context extends PlatformContext {
  readonly limiters: Limiters
  readonly settings: Settings
  readonly origins: Origins
  /** Passed in, because identity does not know the services: docs/decisions/0007. */
  readonly setUpWorkspace: WorkspaceSetup
}
