import type { Limiters } from './limiters.ts'
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

/** Settings of the operator that rules depend on. */
export interface Settings {
  /** Extensions of files that are refused, in lower case without the dot. */
  readonly blockedExtensions: ReadonlySet<string>
  /** Organizations that one user may own. */
  readonly organizationsMax: number
  /** Files and folders that one workspace may hold. */
  readonly workspaceItemsMax: number
  /** Sum of the sizes of all open uploads of one user, in bytes. */
  readonly bytesInFlightMax: number
  /** The least that the sender of an upload has to send. */
  readonly uploadThroughputMin: MinimumThroughput
  /** How long entries of the audit log are kept. */
  readonly auditDays: number
  /** How long text messages are kept. */
  readonly messageDays: number
  /** The internal location from which nginx sends stored files in our place. */
  readonly accel: string | undefined
}

/** What services set up for a new workspace, in the transaction that creates it. */
export type WorkspaceSetup = (
  tx: Transaction,
  workspace: { readonly id: number; readonly type: 'personal' | 'org' },
) => Promise<void>

/** Every side effect that a handler or a job has, beyond its arguments. Built in program/context.ts. */
export interface Context extends PlatformContext {
  readonly limiters: Limiters
  readonly settings: Settings
  readonly origins: Origins
  /** Comes from the program, because access creates workspaces and does not know the services: docs/decisions/0007. */
  readonly setUpWorkspace: WorkspaceSetup
}
