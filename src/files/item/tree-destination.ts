import type { Problem, ProblemInput } from '../../api/problem.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { folderDepthMax } from '../limits.ts'
import type { View } from '../view.ts'
import { fitsInto } from './depth.ts'
import { destination } from './destination.ts'
import type { Item } from './model.ts'
import { findItem } from './store.ts'
import { isWithin } from './subtree-store.ts'

export const tooDeep = {
  message: `Folders nest at most ${folderDepthMax} deep. Choose a folder further up.`,
} as const

/** Like `destination`, for a tree. Throws `refusal` for itself, a folder beneath it, and one too deep. */
export async function treeDestination(
  tx: Transaction,
  view: View,
  item: Item,
  parentId: string | null,
  refusal: (input?: ProblemInput) => Problem,
): Promise<string | null> {
  const folderId = await destination(view, parentId, (id) => findItem(tx, view, id))
  if (folderId === null) return null
  if (item.type === 'folder' && (await isWithin(tx, view.workspaceId, folderId, item.id))) throw refusal()
  if (!(await fitsInto(tx, view.workspaceId, item, folderId))) throw refusal(tooDeep)
  return folderId
}
