import type { Context } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { userExists } from '../user/store.ts'
import { insertWorkspace, type WorkspaceDraft } from './store.ts'

/** What the services put in place for a new workspace, in its own transaction; given by whoever composes them. */
export type WorkspaceSetup = (
  tx: Transaction,
  workspace: { readonly id: number; readonly type: 'personal' | 'org' },
) => Promise<void>

export async function addWorkspace(
  tx: Transaction,
  setup: WorkspaceSetup,
  draft: WorkspaceDraft,
): Promise<{ id: number }> {
  const workspace = await insertWorkspace(tx, draft)
  await setup(tx, { id: workspace.id, type: draft.type })
  return workspace
}

/** An organization of a person, who becomes its owner. */
export async function createOrganization(
  context: Context,
  setup: WorkspaceSetup,
  draft: { readonly ownerId: number; readonly name: string },
  prepare: (tx: Transaction, workspaceId: number) => Promise<void>,
): Promise<{ id: number }> {
  return context.database.transaction(async (tx) => {
    if (!(await userExists(tx, draft.ownerId))) throw new OperatorError(`There is no user ${draft.ownerId}.`)
    const createdAt = context.clock.now()
    const workspace = await addWorkspace(tx, setup, { ...draft, type: 'org', createdAt })
    await prepare(tx, workspace.id)
    return workspace
  })
}
