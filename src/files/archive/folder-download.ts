import { createHash } from 'node:crypto'
import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import type { ByteRange } from '../../platform/http/range.ts'
import { inOrder } from '../../platform/zip/in-order.ts'
import { storedArchiveBytes, storedPieces, type ArchivePiece } from '../../platform/zip/stored-archive.ts'
import { problem } from '../problems.ts'
import type { View } from '../view.ts'
import { blobRange } from './blob-bytes.ts'
import { withChecksums, type CheckedEntry } from './checksums.ts'
import { archiveEntries, PathTooLong, type ArchiveEntry, type TreeItem } from './entries.ts'
import { archiveItemsMax } from './limit.ts'
import { findTree } from './store.ts'

type Dependencies = Pick<Context, 'blobs' | 'clock' | 'database'>

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
  signal: AbortSignal,
): Promise<Download> {
  const tree = await findTree(context.database, view, id, archiveItemsMax)
  const folder = tree.find((item) => item.id === id)
  if (!folder) throw problem.not_found()
  if (folder.type !== 'folder') throw problem.not_a_folder()
  if (tree.length > archiveItemsMax + 1) throw problem.too_many_items()
  const entries = entriesOf(tree, id)
  return {
    sizeBytes: storedArchiveBytes(entries),
    etag: etagOf(tree, id),
    // Now: a removed item leaves no time behind, so no older date is true for these bytes.
    modifiedAt: context.clock.now(),
    mediaType: 'application/zip',
    fileName: `${folder.name}.zip`,
    open: async (range) => {
      const checked = await withChecksums(context, view.workspaceId, entries, signal)
      return archiveBytes(context, checked, range)
    },
  }
}

function entriesOf(tree: readonly TreeItem[], id: string): ArchiveEntry[] {
  try {
    return archiveEntries(tree, id)
  } catch (error) {
    if (error instanceof PathTooLong) throw problem.too_large({ message: error.message })
    throw error
  }
}

/** Raise when the same items produce other bytes than before. */
const layoutVersion = 1

/** A tag of everything that the bytes depend on. */
function etagOf(tree: readonly TreeItem[], topId: string): string {
  const digest = createHash('sha256').update(`${layoutVersion} ${topId}\n`)
  const items = tree.filter(({ id }) => id !== topId).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id, parent_id, type, name, blob_key, created_at, updated_at } of items) {
    const times = [created_at.getTime(), updated_at.getTime()]
    digest.update(`${JSON.stringify([id, parent_id, type, name, blob_key, ...times])}\n`)
  }
  return `"${digest.digest('hex')}"`
}

/** Files up to this size are read ahead, so that many small ones do not wait for the disk one by one. */
const smallBytes = 64 * 1024
/** Pieces of the archive that are prepared at once; a small file is two of them. */
const piecesAhead = 32
/** Shorter pieces are sent together. */
const chunkBytes = 64 * 1024

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
  function* tasks() {
    for (const piece of storedPieces(entries, range)) yield () => ready(piece)
  }
  let held: Buffer[] = []
  let heldBytes = 0
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
