import type { Transaction } from '../../platform/database/database.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { contentChanged, itemMoved, itemRenamed } from './events.ts'
import { fitsInto } from './depth.ts'
import { tooDeep, treeDestination } from './tree-destination.ts'
import { limited } from '../limited.ts'
import { problem } from '../problems.ts'
import { touchUsage } from '../usage/store.ts'
import { toFile, type File, type Item } from './model.ts'
import { requireAllowedType } from './rules.ts'
import { requireItem } from './store.ts'
import { holdFolder, lockFolders, updateItem, type ItemChange } from './subtree-store.ts'
import { emit } from '../../platform/outbox/emit.ts'

/** docs/api/files.md#renaming-and-moving */
export const changeProblems = [
  'invalid_name',
  'not_a_folder',
  'invalid_move',
  'out_of_scope',
  'folder_not_found',
] as const

/** A move takes a permit, because it may wait for another move with a connection, and may walk a tree. */
export function changeItem(
  context: MemberContext,
  id: string,
  change: ItemChange,
  only?: 'folder',
): Promise<File> {
  const work = () => changeOnce(context, id, change, only)
  if (change.parentId === undefined) return work()
  return limited(context, 'statements', work)
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
    if (change.parentId !== undefined) await holdDestination(tx, context, item, change.parentId)
    const changed = await updateItem(tx, workspaceId, id, change, clock.now())
    if (!changed) throw problem.not_found()
    const file = toFile(changed, context)
    if (change.name !== undefined) await emit(tx, itemRenamed(workspaceId, file))
    if (change.parentId !== undefined) await emit(tx, itemMoved(workspaceId, file))
    if (change.parentId !== undefined) tx.tell({ scope: workspaceId, ...contentChanged(item.parent_id) })
    await touchUsage(tx, workspaceId)
    // Checked again with the usage locked: something may have been added at the bottom meanwhile.
    if (change.parentId !== undefined && !(await fitsInto(tx, workspaceId, item, change.parentId)))
      throw problem.invalid_move(tooDeep)
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
  const item = await requireItem(tx, principal, id)
  if (!moves || item.type === 'file') return item
  await lockFolders(tx, principal.workspaceId)
  return requireItem(tx, principal, id)
}

async function holdDestination(
  tx: Transaction,
  { principal }: MemberContext,
  item: Item,
  parentId: string | null,
): Promise<void> {
  const folderId = await treeDestination(tx, principal, item, parentId, problem.invalid_move)
  if (folderId === null) return
  // Before the item's own row, in the order of a deletion, to avoid a deadlock.
  await holdFolder(tx, principal.workspaceId, folderId)
}
