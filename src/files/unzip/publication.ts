import { brokenConstraint } from '../../platform/database/connection.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { KeyContext } from '../../access/gates/api-key.ts'
import { insertPackedBlobs, publishBlobs } from '../blob/pack-store.ts'
import { itemCreated } from '../events.ts'
import { toFile, type File } from '../file/model.ts'
import { findItem, idLength, insertItem } from '../file/store.ts'
import { hasDepthFor } from '../folder/depth.ts'
import { folderDepthMax } from '../limits.ts'
import { problem } from '../problems.ts'
import { lockRoom, takeTreeRoom } from '../storage/store.ts'
import type { StoredFile, StoredUnit } from './extraction.ts'
import {
  bytesOf,
  depthOf,
  filesOf,
  folderName,
  folderPath,
  foldersOf,
  itemsWithin,
  type PlannedItem,
} from './rules.ts'
import { insertNodes, type NewNode } from './store.ts'
import { requestTreeThumbnails } from './thumbnails.ts'
import { emit } from '../../platform/outbox/emit.ts'

const drawsMax = 5

/** The result of an extraction. */
interface PublishedTree {
  readonly folder: File
  readonly counts: { readonly files: number; readonly folders: number }
}

/** Files that no longer fit, because the free space shrank. */
class OutOfRoom extends Error {
  override readonly name = 'OutOfRoom'
}

/**
 * Makes the folder with all stored files visible, in one transaction. When the free space has shrunk, it keeps as many
 * files as fit, in the order of the archive; `quota_exceeded` when none fits.
 */
export async function publishTree(
  context: KeyContext,
  archiveId: string,
  items: readonly PlannedItem[],
  units: readonly StoredUnit[],
): Promise<PublishedTree> {
  const { database, principal } = context
  const publication = { archiveId, units }
  for (let draw = 1; ; draw++) {
    try {
      return await database.transaction((tx) => publish(tx, context, { ...publication, items }))
    } catch (error) {
      // An id was taken, once in millions of trees, or the folder of the archive is being deleted.
      if (brokenConstraint(error) === 'file_parent') throw problem.not_found()
      if (error instanceof OutOfRoom) break
      if (brokenConstraint(error) !== 'file_pkey' || draw === drawsMax) throw error
    }
  }
  return database
    .transaction(async (tx) => {
      const room = await lockRoom(tx, principal.workspaceId)
      const kept = room === null ? items : itemsWithin(items, room)
      if (filesOf(kept).length === 0) throw problem.quota_exceeded()
      return publish(tx, context, { ...publication, items: kept })
    })
    .catch((error: unknown) => {
      // The bytes fit, but not so many items.
      throw error instanceof OutOfRoom ? problem.quota_exceeded() : error
    })
}

interface Publication {
  readonly archiveId: string
  readonly items: readonly PlannedItem[]
  readonly units: readonly StoredUnit[]
}

async function publish(
  tx: Transaction,
  context: KeyContext,
  { archiveId, items, units }: Publication,
): Promise<PublishedTree> {
  const { principal, clock, random, settings } = context
  const { workspaceId } = principal
  const now = clock.now()
  // The archive may have been moved, renamed or deleted: the folder goes next to it as it is now.
  const archive = await findItem(tx, principal, archiveId)
  if (!archive) throw problem.not_found()
  if (!(await hasDepthFor(tx, workspaceId, archive.parent_id, depthOf(items) + 1)))
    throw problem.invalid_archive({
      message: `Its folders would nest more than ${folderDepthMax} deep here. Move the archive further up.`,
    })
  const draft = { parentId: archive.parent_id, name: folderName(archive.name), createdAt: now }
  const top = await insertItem(tx, workspaceId, draft, random)
  const kept = filesOf(items)
  const stored = await publishUnits(tx, workspaceId, units, new Set(kept), now)
  const nodes = nodesOf(items, stored, top.id, () => random.base62(idLength))
  await insertNodes(tx, workspaceId, nodes, now)
  const folder = toFile(top, context)
  await emit(tx, itemCreated(workspaceId, folder))
  await requestTreeThumbnails(tx, workspaceId, folder.id, nodes)
  const counts = { files: kept.length, folders: nodes.length - kept.length }
  const sums = { bytes: bytesOf(items), files: counts.files, folders: counts.folders + 1 }
  if (!(await takeTreeRoom(tx, workspaceId, sums, settings.workspaceItemsMax))) throw new OutOfRoom()
  return { folder, counts }
}

/** Publishes the units that hold a file to keep, and returns the stored form of those files. */
async function publishUnits(
  tx: Transaction,
  workspaceId: number,
  units: readonly StoredUnit[],
  kept: ReadonlySet<PlannedItem>,
  now: Date,
): Promise<ReadonlyMap<PlannedItem, StoredFile>> {
  const used = units
    .map((unit) => ({ ...unit, files: unit.files.filter(({ file }) => kept.has(file)) }))
    .filter((unit) => unit.files.length > 0)
  if (!(await publishBlobs(tx, workspaceId, used)))
    throw problem.unzip_failed({ message: 'The extraction took too long.' })
  for (const { key, pack, files } of used) {
    if (pack) await insertPackedBlobs(tx, workspaceId, key, files, now)
  }
  return new Map(used.flatMap(({ files }) => files.map((stored) => [stored.file, stored])))
}

/** Rows for all folders and files below the top. */
function nodesOf(
  items: readonly PlannedItem[],
  stored: ReadonlyMap<PlannedItem, StoredFile>,
  topId: string,
  newId: () => string,
): NewNode[] {
  const folderIds = new Map([['', topId]])
  const parentOf = (parts: readonly string[]): string =>
    folderIds.get(folderPath(parts.slice(0, -1))) ?? topId
  const nameOf = (parts: readonly string[]): string => parts.at(-1) ?? ''
  const folders = foldersOf(items).map((parts): NewNode => {
    const id = newId()
    folderIds.set(folderPath(parts), id)
    return { id, parentId: parentOf(parts), name: nameOf(parts), sizeBytes: 0, blobKey: null }
  })
  const files = [...stored].map(([{ parts }, { key, seal }]): NewNode => ({
    id: newId(),
    parentId: parentOf(parts),
    name: nameOf(parts),
    sizeBytes: seal.sizeBytes,
    blobKey: key,
  }))
  return [...folders, ...files]
}
