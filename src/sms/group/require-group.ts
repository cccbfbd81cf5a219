import type { Queryable } from '../../platform/database/database.ts'
import { problem } from '../problems.ts'
import { type Group, toGroup } from './model.ts'
import { findGroup } from './store.ts'

/** Throws `not_found`. */
export async function requireGroup(
  database: Queryable,
  workspaceId: number,
  id: number,
  boundTo: number | null,
): Promise<Group> {
  const row = await findGroup(database, workspaceId, id, boundTo)
  if (!row) throw problem.not_found()
  return toGroup(row)
}
