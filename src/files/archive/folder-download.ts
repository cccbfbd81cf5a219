import type { Parties } from '../../platform/turns/party.ts'
import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import type { ByteRange } from '../../platform/http/range.ts'
import { monotonicMs } from '../../platform/clock.ts'
import { ThreadShare } from '../../platform/turns/thread-share.ts'
import { inOrder } from '../../platform/zip/in-order.ts'
import { storedPieces, type ArchivePiece } from '../../platform/zip/stored-archive.ts'
import type { View } from '../view.ts'
import { shownName } from '../file/rules.ts'
import { blobRange } from './blob-bytes.ts'
import { withChecksums, type CheckedEntry } from './checksums.ts'
import { planArchive } from './plan.ts'

type Dependencies = Pick<Context, 'blobs' | 'clock' | 'database' | 'turns'>

/** Who wants it, and until when. */
interface Asking {
  readonly parties: Parties
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
  { parties, signal }: Asking,
): Promise<Download> {
  const plan = await context.turns.plans.run(parties, () => planArchive(context, view, id, signal), {
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
      const reader = { workspaceId: view.workspaceId, parties }
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

/** What it takes of this thread to read a small file. */
const smallFileMs = 0.02
/** What it takes of this thread to make a run of headers: archives begin at such a distance. */
const headersMs = 5
const share = new ThreadShare()

type Source = AsyncIterable<Buffer> | readonly Buffer[]

async function gathered(bytes: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return chunks
}

async function* archiveBytes(
  { blobs }: Dependencies,
  entries: readonly CheckedEntry[],
  range: ByteRange,
): AsyncGenerator<Buffer> {
  async function ready(piece: ArchivePiece<CheckedEntry>): Promise<Source> {
    if (piece.kind === 'bytes') return [piece.bytes]
    const bytes = blobRange(blobs, piece.entry.blobKey as string, piece.range)
    // A large file is opened when its turn comes: a source must not idle behind another large one.
    return piece.entry.sizeBytes > smallBytes ? bytes : gathered(bytes)
  }
  // Headers of thousands of entries come without a wait for anything, and thirty archives at once.
  async function* tasks() {
    const pieces = storedPieces(entries, range)
    for (;;) {
      const beganMs = monotonicMs()
      const next = pieces.next()
      if (next.done) return
      const piece = next.value
      const madeMs = monotonicMs() - beganMs
      yield () => ready(piece)
      await share.take(piece.kind === 'bytes' ? madeMs : smallFileMs)
    }
  }
  let held: Buffer[] = []
  let heldBytes = 0
  await share.take(headersMs)
  for await (const source of inOrder(tasks(), piecesAhead)) {
    for await (const bytes of source) {
      held.push(bytes)
      heldBytes += bytes.length
      if (heldBytes < chunkBytes) continue
      yield held.length === 1 ? bytes : Buffer.concat(held)
      held = []
      heldBytes = 0
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held)
}
