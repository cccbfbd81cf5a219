import type { Queryable } from '../../platform/database/database.ts'
import type { Item } from './model.ts'
import { folderDepthMax } from '../limits.ts'
import { depthOf, isDeeperThan } from './depth-store.ts'

/** Whether one more folder, which holds `levels` of folders, fits into this one. */
export async function hasDepthFor(
  tx: Queryable,
  workspaceId: number,
  parentId: string | null,
  levels = 1,
): Promise<boolean> {
  if (parentId === null) return levels <= folderDepthMax
  return (await depthOf(tx, workspaceId, parentId)) + levels <= folderDepthMax
}

/**
 * Whether an item with its contents fits into a folder. An item that does not get deeper needs no look at its contents,
 * which covers most moves.
 */
export async function fitsInto(
  tx: Queryable,
  workspaceId: number,
  item: Pick<Item, 'id' | 'type' | 'parent_id'>,
  folderId: string | null,
): Promise<boolean> {
  if (item.type === 'file') return true
  const depth = await depthOf(tx, workspaceId, folderId)
  if (depth <= (await depthOf(tx, workspaceId, item.parent_id))) return true
  return !(await isDeeperThan(tx, workspaceId, item.id, folderDepthMax - depth))
}
