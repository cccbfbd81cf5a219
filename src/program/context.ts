import type { Context } from '../api/context.ts'
import { findInlineBytes } from '../files/public.ts'
import { withInlineBlobs } from '../platform/blobs/inline-blobs.ts'
import { openRecentBytes } from '../platform/blobs/recent-bytes.ts'
import type { BlobStore } from '../platform/blobs/store.ts'
import { openChangeStreams } from '../platform/changes/change-streams.ts'
import { openEventStreams } from '../platform/event-streams.ts'
import { openBodies } from '../platform/http/body-memory.ts'
import { minimumThroughput } from '../platform/http/minimum-throughput.ts'
import { openPasswords } from '../platform/secrets/password.ts'
import { answerForKeys } from '../platform/secrets/held-keys.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { vaultOf } from '../platform/secrets/vault.ts'
import type { Config } from './config.ts'
import { originNames } from './roles.ts'
import { setUpWorkspace } from './set-up-workspace.ts'

type Made =
  | 'blobs'
  | 'streams'
  | 'changeStreams'
  | 'recentBytes'
  | 'bodies'
  | 'passwords'
  | 'keyring'
  | 'vault'
  | 'settings'
  | 'setUpWorkspace'

/** The parts of a context that are opened and closed with the process. */
interface Opened extends Omit<Context, Made> {
  readonly blobs: BlobStore
}

export function contextOf(config: Config, keyring: Keyring, opened: Opened): Context {
  const { database, limiters, random, blobs } = opened
  answerForKeys(keyring, opened.notifications)
  return {
    ...opened,
    blobs: withInlineBlobs(blobs, (key) => findInlineBytes(database, key)),
    streams: openEventStreams(),
    changeStreams: openChangeStreams(),
    recentBytes: openRecentBytes(),
    bodies: openBodies(),
    passwords: openPasswords(limiters.passwords),
    keyring,
    vault: vaultOf(keyring, random),
    settings: settingsOf(config),
    setUpWorkspace,
  }
}

/** Only these: secrets of the configuration stay out of the context. */
export const settingsOf = (config: Config): Context['settings'] => ({
  blockedExtensions: config.blockedExtensions,
  organizationsMax: config.organizationsMax,
  workspaceItemsMax: config.workspaceItemsMax,
  bytesInFlightMax: config.bytesInFlightMax,
  uploadThroughputMin: minimumThroughput(config.uploadBytesPerSecondMin),
  auditDays: config.auditDays,
  requestLogDays: config.requestLogDays,
  messageDays: config.messageDays,
  phoneAlertsTo: config.phoneAlertsTo,
  accel: config.accel,
  dataDir: config.dataDir,
  blobsDirectory: config.blobs.kind === 'directory' ? config.blobs.directory : undefined,
  blobs: config.blobs,
  backups: config.backups,
  toldOrigins: originNames.filter((name) => config.publicOrigins[name] !== undefined),
})
