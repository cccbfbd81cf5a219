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

interface Asking {
  readonly flowKeys: FlowKeys
  readonly signal: AbortSignal
}

/**
 * A folder as a zip archive that is never built: files are stored uncompressed, so the length and the bytes at
 * any offset follow from their sizes. Throws `not_found`, `not_a_folder`, `too_many_items`, and `too_large` for
 * paths too long for zip. The download breaks off when a file is deleted and swept meanwhile.
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
    // A deleted item leaves no time behind, so an older date could be wrong.
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

/** Smaller files are read ahead, so that they do not wait for the disk one by one. */
const smallBytes = 64 * 1024
/** A small file has two pieces. */
const piecesAhead = 32
/** Shorter pieces are sent together. */
const chunkBytes = 64 * 1024

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
    // Opened when it is sent: a source must not idle behind another large file.
    if (piece.entry.sizeBytes > smallBytes) return { lent: borrowedRange(blobs, key, piece.range) }
    return { kept: await gathered(blobRange(blobs, key, piece.range)) }
  }
  // Thousands of headers take no asynchronous step, so yield explicitly.
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
    // Sent as they are: the reader is done with one before it asks for the next.
    for await (const piece of source.lent) {
      yield piece
      await yieldToEventLoop()
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held)
}
