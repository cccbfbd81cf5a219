import { BlobMissing, type BlobStore } from '../../platform/blobs/store.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { ArchiveEnd, ArchiveHead } from '../archive/format.ts'
import { copyBlob } from '../pool/pool-copy.ts'
import { type ArchivedBlob, archivedBlobs, type ArchiveFile } from './archive-file.ts'
import { atOnce } from './at-once.ts'
import type { Work } from './check-archive.ts'

const copiesAtOnce = 8
const looksAtOnce = 32

export interface BlobSources {
  readonly file: ArchiveFile
  /** The file of the list. */
  readonly list: string
  readonly store: BlobStore
  readonly total: ArchiveEnd['blobs']
}

export interface MissingBlobs {
  readonly count: number
  readonly first: string | undefined
}

/** How many blobs are neither in the store nor, with their size, in the pool. Changes nothing. */
export async function findMissing(
  { file, list, store, total }: BlobSources,
  kept: ArchiveHead['blobs'],
  { progress, signal }: Work,
): Promise<MissingBlobs> {
  let count = 0
  let first: string | undefined
  let done = 0
  await atOnce(archivedBlobs(list), looksAtOnce, signal, async (blob) => {
    const found = (await isIn(store, blob)) || (kept === 'beside' && (await isIn(file.target.blobs, blob)))
    if (!found) {
      count++
      first ??= blob.key
    }
    progress({ step: 'Looking for blobs', done: ++done, total: total.count, unit: 'items' })
  })
  return { count, first }
}

const isIn = async (store: BlobStore, { key, sizeBytes }: ArchivedBlob): Promise<boolean> =>
  (await store.sizeOf(key)) === sizeBytes

/**
 * Copies what the store lacks, so that an interrupted copy goes on. Leaves out what the pool does not have. Resolves with how
 * many were copied.
 */
export async function copyBlobs(
  { file, list, store, total }: BlobSources,
  { progress, signal }: Work,
): Promise<number> {
  let copied = 0
  let done = 0
  await atOnce(archivedBlobs(list), copiesAtOnce, signal, async (blob, ended) => {
    if (!(await isIn(store, blob)) && (await copy(file, store, blob, ended))) copied++
    done += blob.sizeBytes
    progress({ step: 'Copying blobs', done, total: total.bytes, unit: 'bytes' })
  })
  return copied
}

async function copy(
  { target }: ArchiveFile,
  store: BlobStore,
  { key, sizeBytes, sha256 }: ArchivedBlob,
  signal: AbortSignal,
): Promise<boolean> {
  if ((await target.blobs.sizeOf(key)) !== sizeBytes) return false
  try {
    if (await copyBlob(target.blobs, store, { key, size: sizeBytes, sha256: sha256 ?? '-' }, signal))
      return true
  } catch (error) {
    if (error instanceof BlobMissing) return false
    throw error
  }
  throw new OperatorError(
    `The blob ${key} of the backup is damaged: its bytes are not those that were backed up. ` +
      `Remove it from ${target.name}, and restore with --missing-blobs accept to go without it.`,
  )
}
