import type { BlobStore } from '../../platform/blobs/store.ts'
import { yieldToEventLoop } from '../../platform/concurrency/yield-to-event-loop.ts'
import type { ByteRange } from '../../platform/http/range.ts'
import { inOrder } from '../../platform/zip/in-order.ts'
import { storedPieces, type ArchivePiece } from '../../platform/zip/stored-archive.ts'
import { blobRange, borrowedRange } from './blob-bytes.ts'
import type { CheckedEntry } from './checksums.ts'

/** Smaller files are read ahead, so that they do not wait for the disk one by one. */
const smallBytes = 64 * 1024
const piecesAhead = 32
/** Shorter pieces are sent together. */
const chunkBytes = 64 * 1024

type Source = { readonly owned: readonly Buffer[] } | { readonly borrowed: AsyncIterable<Uint8Array> }

/** A range of the archive that stores these entries; each piece is valid until the next one is read. */
export async function* archiveBytes(
  blobs: BlobStore,
  entries: readonly CheckedEntry[],
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  let pending: Buffer[] = []
  let pendingBytes = 0
  for await (const source of inOrder(tasksOf(blobs, entries, range), piecesAhead)) {
    if ('owned' in source) {
      pending.push(...source.owned)
      for (const { length } of source.owned) pendingBytes += length
      if (pendingBytes < chunkBytes) continue
    }
    if (pendingBytes > 0) yield pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending)
    pending = []
    pendingBytes = 0
    if (!('borrowed' in source)) continue
    for await (const piece of source.borrowed) {
      yield piece
      await yieldToEventLoop()
    }
  }
  if (pendingBytes > 0) yield Buffer.concat(pending)
}

/** Thousands of headers take no asynchronous step, so this yields to the event loop. */
async function* tasksOf(blobs: BlobStore, entries: readonly CheckedEntry[], range: ByteRange) {
  for (const piece of storedPieces(entries, range)) {
    yield () => sourceOf(blobs, piece)
    await yieldToEventLoop()
  }
}

async function sourceOf(blobs: BlobStore, piece: ArchivePiece<CheckedEntry>): Promise<Source> {
  if (piece.kind === 'bytes') return { owned: [piece.bytes] }
  const key = piece.entry.blobKey as string
  // Opened when it is sent: a source must not idle behind another large file.
  if (piece.entry.sizeBytes > smallBytes) return { borrowed: borrowedRange(blobs, key, piece.range) }
  const owned: Buffer[] = []
  for await (const chunk of blobRange(blobs, key, piece.range)) owned.push(chunk)
  return { owned }
}
