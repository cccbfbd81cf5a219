import { brokenConstraint } from '../../platform/database/connection.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { itemDeleted } from './events.ts'
import { limited } from '../limited.ts'
import { problem } from '../problems.ts'
import { releaseTree } from '../usage/store.ts'
import { toFile } from './model.ts'
import { requireItem } from './store.ts'
import { deleteSubtree, holdSubtree, lockFolders } from './subtree-store.ts'
import { emit } from '../../platform/outbox/emit.ts'

const attemptsMax = 5

/** Deletes an item and its contents. Races are rare, so only retries lock the subtree first. */
export async function deleteItem(context: MemberContext, id: string, only?: 'folder'): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await limited(context, 'statements', () => deleteOnce(context, id, only, attempt > 1))
    } catch (error) {
      if (attempt === attemptsMax || brokenConstraint(error) !== 'file_parent') throw error
    }
  }
}

function deleteOnce(
  context: MemberContext,
  id: string,
  only: 'folder' | undefined,
  hold: boolean,
): Promise<void> {
  const { database, principal } = context
  const { workspaceId } = principal
  return database.transaction(async (tx) => {
    const item = await requireItem(tx, principal, id)
    if (only === 'folder' && item.type !== 'folder') throw problem.not_a_folder()
    if (id === principal.folderId) throw problem.out_of_scope()
    if (item.type === 'folder') {
      await lockFolders(tx, workspaceId)
      // It may have moved out of the view before the lock was granted.
      await requireItem(tx, principal, id)
      if (hold) await holdSubtree(tx, workspaceId, id)
    }
    const gone = await deleteSubtree(tx, workspaceId, id)
    if (!gone) throw problem.not_found()
    await emit(tx, itemDeleted(workspaceId, toFile(gone, context)))
    await releaseTree(tx, workspaceId, gone)
  })
}
