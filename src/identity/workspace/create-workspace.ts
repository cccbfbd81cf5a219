import type { WorkspaceSetup } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { insertWorkspace, type WorkspaceDraft } from './store.ts'

/** The only function that creates workspaces, with the owner's membership and what services set up. */
export async function createWorkspace(
  tx: Transaction,
  setUpWorkspace: WorkspaceSetup,
  draft: Omit<WorkspaceDraft, 'createdAt'>,
): Promise<{ id: number }> {
  const workspace = await insertWorkspace(tx, { ...draft, createdAt: tx.now() })
  await setUpWorkspace(tx, { id: workspace.id, type: draft.type })
  return workspace
}
