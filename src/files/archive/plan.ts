import { createHash } from 'node:crypto'
import type { Context } from '../../api/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { storedArchiveBytes } from '../../platform/zip/stored-archive.ts'
import { problem } from '../problems.ts'
import type { View } from '../view.ts'
import { archiveEntries, PathTooLong, type ArchiveEntry } from './entries.ts'
import { archiveItemsMax } from '../limits.ts'
import { findRevision } from './store.ts'
import { RevisionCache } from '../usage/revision-cache.ts'
import { readTree, type Tree } from './tree.ts'

export interface ArchivePlan {
  readonly folderName: string
  readonly sizeBytes: number
  readonly etag: string
  entries: readonly ArchiveEntry[]
}

/** Increment when the same items produce other bytes than before. */
const layoutVersion = 3

/** An entry takes some hundred bytes: at most 40 MB. */
const plans = new RevisionCache<ArchivePlan>(50_000, ({ entries }) => entries.length + 1)

/** Cached until the workspace changes. Throws `not_found`, `not_a_folder`, `too_many_items` and `too_large`. */
export async function planArchive(
  { database }: Pick<Context, 'database'>,
  view: View,
  id: string,
  signal: AbortSignal,
): Promise<ArchivePlan> {
  const found = await findRevision(database, view, id)
  if (!found) throw problem.not_found()
  if (found.type !== 'folder') throw problem.not_a_folder()
  const name = `${view.workspaceId} ${id}`
  return plans.get(database, name, found.revision, () => makePlan(database, view, id, signal))
}

async function makePlan(
  database: Database,
  view: View,
  id: string,
  signal: AbortSignal,
): Promise<ArchivePlan> {
  const tree = await readTree(database, view, id, signal)
  const [folder] = tree.items
  if (!folder) throw problem.not_found()
  if (tree.items.length > archiveItemsMax + 1) throw problem.too_many_items()
  try {
    const entries = await archiveEntries(tree.items, id, signal)
    return {
      folderName: folder.name,
      entries,
      sizeBytes: storedArchiveBytes(entries),
      etag: etagOf(tree, id),
    }
  } catch (error) {
    if (error instanceof PathTooLong) throw problem.too_large({ message: error.message })
    throw error
  }
}

const etagOf = ({ digest }: Tree, topId: string): string =>
  `"${createHash('sha256').update(`${layoutVersion} ${topId} ${digest}`).digest('hex')}"`
