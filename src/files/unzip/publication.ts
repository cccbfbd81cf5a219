import { brokenConstraint } from '../../platform/database/connection.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { insertPackedBlobs } from '../blob/pack-store.ts'
import { publishBlobs, type Published } from '../blob/store.ts'
import { itemCreated } from '../item/events.ts'
import { toFile, type File } from '../item/model.ts'
import {
  insertItem,
  insertItems,
  newItemRow,
  requireItem,
  withIdRetry,
  type NewItem,
  type NewItemRow,
} from '../item/store.ts'
import { hasDepthFor } from '../item/depth.ts'
import { limited } from '../limited.ts'
import { folderDepthMax } from '../limits.ts'
import { problem } from '../problems.ts'
import { chargeItems } from '../usage/store.ts'
import type { Extracted, StoredUnit } from './extraction.ts'
import { bytesOf, depthOf, filesOf, folderName, folderPath, foldersOf, type PlannedItem } from './rules.ts'
import { requestTreeThumbnails } from './thumbnails.ts'
import { emit } from '../../platform/outbox/emit.ts'

interface PublishedTree {
  readonly folder: File
  readonly counts: { readonly files: number; readonly folders: number }
}

export async function publishTree(
  context: MemberContext,
  archiveId: string,
  extracted: Extracted,
): Promise<PublishedTree> {
  const work = () =>
    limited(context, 'statements', () =>
      context.database.transaction((tx) => publish(tx, context, archiveId, extracted)),
    )
  return withIdRetry(work).catch((error: unknown) => {
    // The folder of the archive is being deleted.
    throw brokenConstraint(error) === 'file_parent' ? problem.not_found() : error
  })
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
  const archive = await requireItem(tx, principal, archiveId)
  const fits = () => hasDepthFor(tx, workspaceId, archive.parent_id, depthOf(items) + 1)
  if (!(await fits())) throw tooDeep()
  const draft = { parentId: archive.parent_id, name: folderName(archive.name), createdAt: now }
  const top = await insertItem(tx, workspaceId, draft, random)
  const { reserved_bytes: reservedBytes } = await publishUnits(tx, workspaceId, units, now)
  const rows = rowsOf(items, units, top.id, (item) => newItemRow({ ...item, createdAt: now }, random))
  await insertItems(tx, workspaceId, rows)
  const folder = toFile(top, context)
  await emit(tx, itemCreated(workspaceId, folder))
  await requestTreeThumbnails(tx, workspaceId, folder.id, rows)
  const files = filesOf(items).length
  const counts = { files, folders: rows.length - files }
  const charge = { bytes: bytesOf(items), reservedBytes, files, folders: counts.folders + 1 }
  await chargeItems(tx, workspaceId, charge, settings.workspaceItemsMax)
  // Checked again with the usage locked: the archive may have moved meanwhile.
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

function rowsOf(
  items: readonly PlannedItem[],
  units: readonly StoredUnit[],
  topId: string,
  newRow: (item: Omit<NewItem, 'createdAt'>) => NewItemRow,
): NewItemRow[] {
  const folderIds = new Map([['', topId]])
  const placeOf = (parts: readonly string[]) => ({
    parentId: folderIds.get(folderPath(parts.slice(0, -1))) ?? topId,
    name: parts.at(-1) ?? '',
  })
  const folders = foldersOf(items).map((parts) => {
    const row = newRow(placeOf(parts))
    folderIds.set(folderPath(parts), row.id)
    return row
  })
  const files = units
    .flatMap((unit) => unit.files)
    .map(({ file, key, seal }) =>
      newRow({ ...placeOf(file.parts), blob: { key, sizeBytes: seal.sizeBytes } }),
    )
  return [...folders, ...files]
}
