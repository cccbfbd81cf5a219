import type { Transaction } from '../../platform/database/database.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { itemMoved, itemRenamed } from '../events.ts'
import { fitsInto } from '../folder/depth.ts'
import { destination } from '../folder/rules.ts'
import { folderDepthMax } from '../limits.ts'
import { problem } from '../problems.ts'
import { touchUsage } from '../storage/store.ts'
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

/**
 * Renames, moves or both, and emits an event for each, in one transaction. The name and the place that the item already has
 * are no change. `only`: refuses items of the other type. A move
 * takes a turn: it may wait for the lock of another one in the workspace, with a connection, and may walk through a tree.
 */
export function changeItem(
  context: MemberContext,
  id: string,
  change: ItemChange,
  only?: 'folder',
): Promise<File> {
  const { call, principal, limiters } = context
  const work = () => changeOnce(context, id, change, only)
  if (change.parentId === undefined) return work()
  return limiters.statements.run(workspaceFlow(principal.workspaceId), work, { signal: call.signal })
}

function changeOnce(
  context: MemberContext,
  id: string,
  wanted: ItemChange,
  only: 'folder' | undefined,
): Promise<File> {
  const { clock, database, principal, settings } = context
  const { workspaceId } = principal
  return database.transaction(async (tx) => {
    const item = await itemToChange(tx, context, id, wanted.parentId !== undefined)
    if (only === 'folder' && item.type !== 'folder') throw problem.not_a_folder()
    if (id === principal.folderId) throw problem.out_of_scope()
    const change = {
      name: wanted.name === item.name ? undefined : wanted.name,
      parentId: wanted.parentId === item.parent_id ? undefined : wanted.parentId,
    }
    if (change.name === undefined && change.parentId === undefined) return toFile(item, context)
    if (change.name !== undefined && item.type === 'file')
      requireAllowedType(change.name, settings.blockedExtensions)
    if (change.parentId !== undefined) await requirePlace(tx, context, item, change.parentId)
    const changed = await updateItem(tx, workspaceId, id, change, clock.now())
    if (!changed) throw problem.not_found()
    const file = toFile(changed, context)
    if (change.name !== undefined) await emit(tx, itemRenamed(workspaceId, file))
    if (change.parentId !== undefined) await emit(tx, itemMoved(workspaceId, file))
    await touchUsage(tx, workspaceId)
    // Again with the usage locked: something may have been added at the bottom since the first look.
    if (change.parentId !== undefined && !(await fitsInto(tx, workspaceId, item, change.parentId)))
      throw tooDeep()
    return file
  })
}

/** Reads a folder again under the lock that keeps other folders from moving. */
async function itemToChange(
  tx: Transaction,
  { principal }: MemberContext,
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
  { principal }: MemberContext,
  item: Item,
  parentId: string | null,
): Promise<void> {
  const { workspaceId } = principal
  const folderId = await destination(principal, parentId, (id) => findItem(tx, principal, id))
  if (folderId === null) return
  if (item.type === 'folder' && (await isWithin(tx, workspaceId, folderId, item.id))) {
    throw problem.invalid_move()
  }
  if (!(await fitsInto(tx, workspaceId, item, folderId))) throw tooDeep()
  // Before the item's own row, in the order of a deletion, or the two would deadlock.
  await holdFolder(tx, workspaceId, folderId)
}

const tooDeep = () =>
  problem.invalid_move({
    message: `Folders nest at most ${folderDepthMax} deep. Choose a folder further up.`,
  })
