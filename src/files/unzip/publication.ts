import { brokenConstraint } from '../../platform/database/connection.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { insertPackedBlobs, publishBlobs } from '../blob/pack-store.ts'
import type { Published } from '../blob/store.ts'
import { itemCreated } from '../events.ts'
import { toFile, type File } from '../file/model.ts'
import { findItem, idLength, insertItem } from '../file/store.ts'
import { hasDepthFor } from '../folder/depth.ts'
import { folderDepthMax } from '../limits.ts'
import { problem } from '../problems.ts'
import { takeTreeRoom } from '../storage/store.ts'
import type { Extracted, StoredUnit } from './extraction.ts'
import { bytesOf, depthOf, filesOf, folderName, folderPath, foldersOf, type PlannedItem } from './rules.ts'
import { insertNodes, type NewNode } from './store.ts'
import { requestTreeThumbnails } from './thumbnails.ts'
import { emit } from '../../platform/outbox/emit.ts'

const drawsMax = 5

/** The result of an extraction. */
interface PublishedTree {
  readonly folder: File
  readonly counts: { readonly files: number; readonly folders: number }
}

/** Makes the folder with all extracted files visible, in one transaction. */
export async function publishTree(
  context: MemberContext,
  archiveId: string,
  extracted: Extracted,
): Promise<PublishedTree> {
  const { call, database, principal, limiters } = context
  const work = () => database.transaction((tx) => publish(tx, context, archiveId, extracted))
  for (let draw = 1; ; draw++) {
    try {
      return await limiters.statements.run(workspaceFlow(principal.workspaceId), work, {
        signal: call.signal,
      })
    } catch (error) {
      // An id was taken, once in millions of trees, or the folder of the archive is being deleted.
      if (brokenConstraint(error) === 'file_parent') throw problem.not_found()
      if (brokenConstraint(error) !== 'file_pkey' || draw === drawsMax) throw error
    }
  }
}

async function publish(
  tx: Transaction,
  context: MemberContext,
  archiveId: string,
  { items, units }: Extracted,
): Promise<PublishedTree> {
  const { principal, clock, random, settings } = context
  const { workspaceId } = principal
  const now = clock.now()
  // The archive may have been moved, renamed or deleted: the folder goes next to it as it is now.
  const archive = await findItem(tx, principal, archiveId)
  if (!archive) throw problem.not_found()
  const fits = () => hasDepthFor(tx, workspaceId, archive.parent_id, depthOf(items) + 1)
  if (!(await fits())) throw tooDeep()
  const draft = { parentId: archive.parent_id, name: folderName(archive.name), createdAt: now }
  const top = await insertItem(tx, workspaceId, draft, random)
  const { reserved_bytes: reservedBytes } = await publishUnits(tx, workspaceId, units, now)
  const nodes = nodesOf(items, units, top.id, () => random.base62(idLength))
  await insertNodes(tx, workspaceId, nodes, now)
  const folder = toFile(top, context)
  await emit(tx, itemCreated(workspaceId, folder))
  await requestTreeThumbnails(tx, workspaceId, folder.id, nodes)
  const files = filesOf(items).length
  const counts = { files, folders: nodes.length - files }
  const room = { bytes: bytesOf(items), reservedBytes, files, folders: counts.folders + 1 }
  if (!(await takeTreeRoom(tx, workspaceId, room, settings.workspaceItemsMax))) throw problem.quota_exceeded()
  // Again with the usage locked: the folder of the archive may have been moved since the first look.
  if (!(await fits())) throw tooDeep()
  return { folder, counts }
}

const tooDeep = () =>
  problem.invalid_archive({
    message: `Its folders would nest more than ${folderDepthMax} deep here. Move the archive further up.`,
  })

async function publishUnits(
  tx: Transaction,
  workspaceId: number,
  units: readonly StoredUnit[],
  now: Date,
): Promise<Published> {
  const published = await publishBlobs(tx, workspaceId, units)
  if (!published) throw problem.unzip_failed({ message: 'The extraction took too long.' })
  for (const { key, pack, files } of units) {
    if (pack) await insertPackedBlobs(tx, workspaceId, key, files, now)
  }
  return published
}

/** Rows for all folders and files below the top. */
function nodesOf(
  items: readonly PlannedItem[],
  units: readonly StoredUnit[],
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
  const stored = units.flatMap(({ files }) => files)
  const files = stored.map(({ file: { parts }, key, seal }): NewNode => ({
    id: newId(),
    parentId: parentOf(parts),
    name: nameOf(parts),
    sizeBytes: seal.sizeBytes,
    blobKey: key,
  }))
  return [...folders, ...files]
}
