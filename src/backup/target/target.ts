import type { Readable } from 'node:stream'
import type { OpenedBlobs } from '../../platform/blobs/setup/open.ts'

export interface StoredArchive {
  /** `bureau-20261126T030000Z.backup`. */
  readonly name: string
  readonly sizeBytes: number
  readonly writtenAt: Date
}

/** Where backups are: a directory or a bucket. */
export interface Target {
  /** For people. */
  readonly name: string
  /** The complete ones, newest first. */
  readonly list: () => Promise<StoredArchive[]>
  /** Throws OperatorError if there is none of this name. */
  readonly read: (name: string) => Promise<Readable>
  /** Visible in `list` when it is complete and durable; a failure leaves nothing. Throws BlobStoreFull. */
  readonly write: (name: string, source: AsyncIterable<Uint8Array>) => Promise<StoredArchive>
  /** Idempotent. */
  readonly remove: (name: string) => Promise<void>
  /** The blobs of all archives, each once under its key: `blobs/` beside them. */
  readonly blobs: OpenedBlobs
  readonly close: () => void
}
