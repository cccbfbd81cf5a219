import { createHash } from 'node:crypto'
import type { Context } from '../../api/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { storedArchiveBytes } from '../../platform/zip/stored-archive.ts'
import { problem } from '../problems.ts'
import type { View } from '../view.ts'
import { archiveEntries, PathTooLong, type ArchiveEntry, type TreeItem } from './entries.ts'
import { archiveItemsMax } from '../limits.ts'
import { findRevision } from './store.ts'
import { RevisionCache } from '../usage/revision-cache.ts'
import { findRevision as findWorkspaceRevision } from '../usage/store.ts'
import { readTree } from './tree.ts'

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

/** Of any files and folders together. Throws `not_found` if one is missing, `too_many_items` and `too_large`. */
export async function planSelection(
  { database }: Pick<Context, 'database'>,
  view: View,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ArchivePlan> {
  const revision = await findWorkspaceRevision(database, view.workspaceId)
  const wanted = ids.toSorted()
  const name = `${view.workspaceId} ${wanted.join(',')}`
  return plans.get(database, name, revision ?? '', () => makeSelectionPlan(database, view, wanted, signal))
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
  return planOf(folder.name, tree.items, id, etagOf(id, tree.digest), signal)
}

/** The folder of a selection in its archive: no item has this ID. */
const selectionId = 'selection'
const selectionName = 'Files'

async function makeSelectionPlan(
  database: Database,
  view: View,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ArchivePlan> {
  const tops: TreeItem[] = []
  const beneath = new Map<string, TreeItem>()
  const digests: string[] = []
  for (const id of ids) {
    const { items, digest } = await readTree(database, view, id, signal)
    const [top, ...rest] = items
    if (!top) throw problem.not_found()
    tops.push(top)
    digests.push(top.name, digest)
    // A folder and something in it may both be selected.
    for (const item of rest) beneath.set(item.id, item)
    if (tops.length + beneath.size > archiveItemsMax) throw problem.too_many_items()
  }
  const tree = [...beneath.values(), ...tops.map((top) => ({ ...top, parent_id: selectionId }))]
  const etag = etagOf(...ids, JSON.stringify(digests))
  return planOf(await nameOfPlace(database, view, tops), tree, selectionId, etag, signal)
}

/** The folder that all of them are in. */
async function nameOfPlace(database: Database, view: View, tops: readonly TreeItem[]): Promise<string> {
  const [place, ...others] = new Set(tops.map(({ parent_id: parentId }) => parentId))
  if (place === null || place === undefined || others.length > 0) return selectionName
  return (await findRevision(database, view, place))?.name ?? selectionName
}

async function planOf(
  folderName: string,
  tree: readonly TreeItem[],
  topId: string,
  etag: string,
  signal: AbortSignal,
): Promise<ArchivePlan> {
  try {
    const entries = await archiveEntries(tree, topId, signal)
    return { folderName, entries, sizeBytes: storedArchiveBytes(entries), etag }
  } catch (error) {
    if (error instanceof PathTooLong) throw problem.too_large({ message: error.message })
    throw error
  }
}

const etagOf = (...parts: readonly string[]): string =>
  `"${createHash('sha256')
    .update(`${layoutVersion} ${parts.join(' ')}`)
    .digest('hex')}"`
