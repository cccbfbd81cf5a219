import { hash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log/log.ts'
import type { Random } from '../../random.ts'
import type { BufferPool } from '../buffer-pool.ts'
import type { DurableFolders } from './folders.ts'
import { hasCode } from '../../system-error.ts'
import { BlobStoreFull } from '../store.ts'
import type { FairLimiter } from '../../concurrency/fair-limiter.ts'

export interface LocalBlobsOptions {
  /** Created if missing, for this user only. The store owns everything in it. */
  readonly directory: string
  readonly clock: Clock
  readonly log: Log
  readonly random: Random
  /** Writes are refused below this much free space, because the database shares the disk. Default: 64 MiB. */
  readonly reserveBytes?: number
}

export interface LocalStore extends Required<LocalBlobsOptions> {
  readonly folders: DurableFolders
  readonly pool: BufferPool
  readonly writers: FairLimiter
  readonly writing: Set<string>
  unmeasuredBytes: number
}

export const reserveBytesDefault = 64 * 1024 * 1024
export const measureEveryBytes = 8 * 1024 * 1024

export const objectsOf = (store: LocalStore): string => join(store.directory, 'objects')
export const unfinishedOf = (store: LocalStore): string => join(store.directory, 'tmp')
export const partsOf = (store: LocalStore): string => join(store.directory, 'parts')

/** One of 4,096 folders in two levels; a digest spreads keys of any form evenly. */
export function folderOf(store: LocalStore, key: string): string {
  const digest = hash('sha256', key, 'hex')
  return join(objectsOf(store), digest.slice(0, 2), digest.slice(2, 3))
}

export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')

/** Node has no name for EDQUOT, so both errors are compared by number. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error) || !('errno' in error)) return false
  const { ENOSPC, EDQUOT, EFBIG } = constants.errno
  return [ENOSPC, EDQUOT, EFBIG].some((errno) => error.errno === -errno)
}

export function asStoreError(store: LocalStore, error: unknown): unknown {
  if (!isFull(error)) return error
  return new BlobStoreFull(
    `The disk or quota of the blob directory ${store.directory} is full. Free some space or raise the quota.`,
    {
      cause: error,
    },
  )
}

/** For others of this program that share the disk, as for the blobs. */
export async function hasRoom(directory: string, reserveBytes = reserveBytesDefault): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize >= reserveBytes
}

export async function requireRoom(store: LocalStore): Promise<void> {
  store.unmeasuredBytes = 0
  if (await hasRoom(store.directory, store.reserveBytes)) return
  throw new BlobStoreFull(
    `The blob directory ${store.directory} has less than ${store.reserveBytes} bytes free. Free some space.`,
  )
}

export async function requireRoomOnTheWay(store: LocalStore, sizeBytes: number): Promise<void> {
  store.unmeasuredBytes += sizeBytes
  if (store.unmeasuredBytes >= measureEveryBytes) await requireRoom(store)
}
