import { workspaceFlow } from '../../api/limiters.ts'
import { brokenConstraint } from '../../platform/database/connection.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { itemDeleted } from '../events.ts'
import { problem } from '../problems.ts'
import { giveTreeRoomBack } from '../storage/store.ts'
import { toFile } from './model.ts'
import { findItem } from './store.ts'
import { deleteSubtree, holdSubtree, lockFolders } from './subtree-store.ts'
import { emit } from '../../platform/outbox/emit.ts'

/** Attempts, the first included: something may be put into the folder during the deletion. */
const attemptsMax = 5

/**
 * Deletes an item with everything beneath it permanently. The first attempt takes no locks beforehand, because races
 * are rare; once something came in, the next ones lock the subtree first.
 */
export async function deleteItem(context: MemberContext, id: string, only?: 'folder'): Promise<void> {
  const { principal, call, limiters } = context
  for (let attempt = 1; ; attempt++) {
    try {
      const remove = () => deleteOnce(context, id, only, attempt > 1)
      return await limiters.statements.run(workspaceFlow(principal.workspaceId), remove, {
        signal: call.signal,
      })
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
    const item = await findItem(tx, principal, id)
    if (!item) throw problem.not_found()
    if (only === 'folder' && item.type !== 'folder') throw problem.not_a_folder()
    if (id === principal.folderId) throw problem.out_of_scope()
    if (item.type === 'folder') {
      await lockFolders(tx, workspaceId)
      // It may have been moved out of the view while the lock was waited for.
      if (!(await findItem(tx, principal, id))) throw problem.not_found()
      if (hold) await holdSubtree(tx, workspaceId, id)
    }
    const gone = await deleteSubtree(tx, workspaceId, id)
    if (!gone) throw problem.not_found()
    await emit(tx, itemDeleted(workspaceId, toFile(gone, context)))
    await giveTreeRoomBack(tx, workspaceId, gone)
  })
}
