import { IdentityRefusal } from '../identity/refusal.ts'
import { findAnyWorkspace } from '../identity/workspace/store.ts'
import type { Queryable } from '../platform/database/database.ts'

/** Throws `workspace_not_found`. */
export async function requireWorkspace(database: Queryable, workspaceId: number) {
  const workspace = await findAnyWorkspace(database, workspaceId)
  if (!workspace) throw new IdentityRefusal('workspace_not_found', { workspaceId })
  return workspace
}
