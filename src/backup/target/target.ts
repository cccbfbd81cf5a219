import type { Readable } from 'node:stream'
import type { OpenedBlobs } from '../../platform/blobs/setup/open.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { Random } from '../../platform/random.ts'
import { readArchiveName } from './archive-name.ts'

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
  /** Undefined: a bucket. */
  readonly directory: string | undefined
  /** The complete ones, newest first. */
  readonly list: () => Promise<StoredArchive[]>
  /** Throws OperatorError if there is none of this name. */
  readonly read: (name: string) => Promise<Readable>
  /** Visible in `list` when it is complete and durable; a failure leaves nothing. Throws BlobStoreFull. */
  readonly write: (name: string, source: AsyncIterable<Uint8Array>) => Promise<StoredArchive>
  /** Idempotent. */
  readonly remove: (name: string) => Promise<void>
  /** Removes what an interrupted write left. Call it while no other backup runs. */
  readonly removeUnfinished: () => Promise<void>
  /** The blobs of all archives, each once under its key: `blobs/` beside them. */
  readonly blobs: OpenedBlobs
  readonly close: () => void
}

export interface TargetTools {
  readonly clock: Clock
  readonly log: Log
  readonly random: Random
}

export const noArchive = (name: string, place: string): OperatorError =>
  new OperatorError(`There is no backup ${name} in ${place}. See: bureau backup list`)

export const poolFolder = 'blobs'

/** Copying an archive changes the time of the file, so the name counts first. */
export function storedArchive({ name, sizeBytes, writtenAt }: StoredArchive): StoredArchive {
  return { name, sizeBytes, writtenAt: readArchiveName(name)?.at ?? writtenAt }
}

export const newestFirst = (archives: readonly StoredArchive[]): StoredArchive[] =>
  archives.toSorted((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime() || (a.name < b.name ? 1 : -1))
