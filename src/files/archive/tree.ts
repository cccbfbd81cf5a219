import { createHash } from 'node:crypto'
import type { Queryable } from '../../platform/database/database.ts'
import { yieldToEventLoop } from '../../platform/concurrency/yield-to-event-loop.ts'
import type { View } from '../view.ts'
import type { TreeItem } from './entries.ts'
import { archiveItemsMax } from '../limits.ts'
import { findTree, type PackedItem } from './store.ts'

export interface Tree {
  /** The item itself first. More than `archiveItemsMax + 1`: there are too many. */
  readonly items: readonly TreeItem[]
  readonly digest: string
}

/** Throws the reason of `signal`. */
export async function readTree(
  database: Queryable,
  view: View,
  id: string,
  signal: AbortSignal,
): Promise<Tree> {
  const digest = createHash('sha256')
  const all: TreeItem[] = []
  const pages = await findTree(database, view, id, archiveItemsMax)
  for (const [page, { items, checksums }] of pages.entries()) {
    // The first page is the item itself: renaming a folder does not change its archive.
    if (page > 0) digest.update(items)
    const packed = JSON.parse(items) as readonly PackedItem[]
    const crcs = JSON.parse(checksums) as readonly (number | null)[]
    for (const [index, item] of packed.entries()) all.push(toTreeItem(item, crcs[index] ?? null))
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
  return { items: all, digest: digest.digest('hex') }
}

const toTreeItem = (
  [id, parentId, type, name, foldedName, size, blobKey, createdMs, updatedMs]: PackedItem,
  crc32: number | null,
): TreeItem => ({
  id,
  parent_id: parentId,
  type,
  name,
  folded_name: foldedName,
  size,
  blob_key: blobKey,
  created_at: new Date(createdMs),
  updated_at: new Date(updatedMs),
  crc32,
})
