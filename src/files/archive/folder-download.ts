import type { FlowKeys } from '../../platform/concurrency/flow-key.ts'
import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import type { ByteRange } from '../../platform/http/range.ts'
import { yieldToEventLoop } from '../../platform/concurrency/yield-to-event-loop.ts'
import { inOrder } from '../../platform/zip/in-order.ts'
import { storedPieces, type ArchivePiece } from '../../platform/zip/stored-archive.ts'
import type { View } from '../view.ts'
import { shownName } from '../item/rules.ts'
import { blobRange, borrowedRange } from './blob-bytes.ts'
import { withChecksums, type CheckedEntry } from './checksums.ts'
import { planArchive } from './plan.ts'

type Dependencies = Pick<Context, 'blobs' | 'clock' | 'database' | 'limiters'>

/** Who wants it, and until when. */
interface Asking {
  readonly flowKeys: FlowKeys
  readonly signal: AbortSignal
}

/**
 * A folder as a zip archive that is never built: its files are stored uncompressed, so its length and the bytes at any
 * offset follow from their sizes. It can be resumed and read in ranges. Throws `not_found`, `not_a_folder`,
 * `too_many_items` over 10,000 items, and `too_large` for paths that an archive cannot hold. When a file of the folder
 * is deleted and swept during the download, the answer breaks off. `signal` stops the reading of checksums.
 */
export async function folderDownload(
  context: Dependencies,
  view: View,
  id: string,
  { flowKeys, signal }: Asking,
): Promise<Download> {
  const plan = await context.limiters.plans.run(flowKeys, () => planArchive(context, view, id, signal), {
    signal,
  })
  return {
    sizeBytes: plan.sizeBytes,
    etag: plan.etag,
    // Now: a removed item leaves no time behind, so no older date is true for these bytes.
    modifiedAt: context.clock.now(),
    mediaType: 'application/zip',
    fileName: `${shownName(plan.folderName)}.zip`,
    open: async (range) => {
      const reader = { workspaceId: view.workspaceId, flowKeys }
      const entries = await withChecksums(context, reader, plan.entries, signal)
      plan.entries = entries
      return archiveBytes(context, entries, range)
    },
  }
}

/** Files up to this size are read ahead, so that many small ones do not wait for the disk one by one. */
const smallBytes = 64 * 1024
/** Pieces of the archive that are prepared at once; a small file is two of them. */
const piecesAhead = 32
/** Shorter pieces are sent together. */
const chunkBytes = 64 * 1024

/** Bytes that may be kept, or such as are lent one after another. */
type Source = { readonly kept: readonly Buffer[] } | { readonly lent: AsyncIterable<Uint8Array> }

async function gathered(bytes: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return chunks
}

async function* archiveBytes(
  { blobs }: Dependencies,
  entries: readonly CheckedEntry[],
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  async function ready(piece: ArchivePiece<CheckedEntry>): Promise<Source> {
    if (piece.kind === 'bytes') return { kept: [piece.bytes] }
    const key = piece.entry.blobKey as string
    // A large file is opened when its turn comes: a source must not idle behind another large one.
    if (piece.entry.sizeBytes > smallBytes) return { lent: borrowedRange(blobs, key, piece.range) }
    return { kept: await gathered(blobRange(blobs, key, piece.range)) }
  }
  // Headers of thousands of entries come without a wait for anything, and thirty archives at once.
  async function* tasks() {
    for (const piece of storedPieces(entries, range)) {
      yield () => ready(piece)
      await yieldToEventLoop()
    }
  }
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const source of inOrder(tasks(), piecesAhead)) {
    if ('kept' in source) {
      held.push(...source.kept)
      for (const { length } of source.kept) heldBytes += length
      if (heldBytes < chunkBytes) continue
    }
    if (heldBytes > 0) yield held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held)
    held = []
    heldBytes = 0
    if (!('lent' in source)) continue
    // As they are: who borrows them is done with one before asking for the next.
    for await (const piece of source.lent) {
      yield piece
      await yieldToEventLoop()
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held)
}
