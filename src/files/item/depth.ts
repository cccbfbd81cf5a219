import type { Queryable } from '../../platform/database/database.ts'
import type { Item } from './model.ts'
import { folderDepthMax } from '../limits.ts'
import { depthOf, isDeeperThan } from './depth-store.ts'

/** Whether a folder with `levels` of nesting, itself included, fits into this one. */
export async function hasDepthFor(
  tx: Queryable,
  workspaceId: number,
  parentId: string | null,
  levels = 1,
): Promise<boolean> {
  if (parentId === null) return levels <= folderDepthMax
  return (await depthOf(tx, workspaceId, parentId)) + levels <= folderDepthMax
}

/** An item that does not get deeper, as in most moves, needs no look at its contents. */
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
