import type { Transaction } from '../../platform/database/database.ts'
import type { KeyContext } from '../../access/gates/api-key.ts'
import { itemMoved, itemRenamed } from '../events.ts'
import { destination } from '../folder/rules.ts'
import { problem } from '../problems.ts'
import { toFile, type File, type Item } from './model.ts'
import { requireAllowedType } from './rules.ts'
import { findItem } from './store.ts'
import { holdFolder, isWithin, lockFolders, updateItem, type ItemChange } from './subtree-store.ts'
import { emit } from '../../platform/outbox/emit.ts'

/** Codes of a rename or move of anything: docs/api/files.md#renaming-and-moving. */
export const changeProblems = [
  'invalid_name',
  'not_a_folder',
  'invalid_move',
  'out_of_scope',
  'folder_not_found',
] as const

/** Renames, moves or both, and tells of each, in one transaction. `only`: an item of the other type is refused. */
export function changeItem(
  context: KeyContext,
  id: string,
  change: ItemChange,
  only?: 'folder',
): Promise<File> {
  const { clock, database, principal, settings } = context
  const { workspaceId } = principal
  return database.transaction(async (tx) => {
    const item = await itemToChange(tx, context, id, change.parentId !== undefined)
    if (only === 'folder' && item.type !== 'folder') throw problem.not_a_folder()
    if (id === principal.folderId) throw problem.out_of_scope()
    if (change.name !== undefined && item.type === 'file')
      requireAllowedType(change.name, settings.blockedExtensions)
    if (change.parentId !== undefined) await requirePlace(tx, context, item, change.parentId)
    const changed = await updateItem(tx, workspaceId, id, change, clock.now())
    if (!changed) throw problem.not_found()
    const file = toFile(changed, context)
    if (change.name !== undefined) await emit(tx, itemRenamed(workspaceId, file))
    if (change.parentId !== undefined) await emit(tx, itemMoved(workspaceId, file))
    return file
  })
}

/** A folder that is to be moved is looked at again once nobody else moves folders. */
async function itemToChange(
  tx: Transaction,
  { principal }: KeyContext,
  id: string,
  moves: boolean,
): Promise<Item> {
  const item = await findItem(tx, principal, id)
  if (!item) throw problem.not_found()
  if (!moves || item.type === 'file') return item
  await lockFolders(tx, principal.workspaceId)
  const held = await findItem(tx, principal, id)
  if (!held) throw problem.not_found()
  return held
}

async function requirePlace(
  tx: Transaction,
  { principal }: KeyContext,
  item: Item,
  parentId: string | null,
): Promise<void> {
  const { workspaceId } = principal
  const folderId = await destination(principal, parentId, (id) => findItem(tx, principal, id))
  if (folderId === null) return
  if (item.type === 'folder' && (await isWithin(tx, workspaceId, folderId, item.id))) {
    throw problem.invalid_move()
  }
  // Before the item's own row, as a deletion takes them, or the two would wait for each other.
  await holdFolder(tx, workspaceId, folderId)
}
