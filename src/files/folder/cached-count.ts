import type { Queryable } from '../../platform/database/database.ts'
import { RevisionCache } from '../usage/revision-cache.ts'
import { findRevision } from '../usage/store.ts'

const counts = new RevisionCache<number>(5000, () => 1)

/** Clients page through a listing; a count of new rows takes PostgreSQL longer than the rest of a page. */
export async function cachedCount(
  database: Queryable,
  workspaceId: number,
  listing: string,
  count: () => Promise<number>,
): Promise<number> {
  const revision = await findRevision(database, workspaceId)
  return counts.get(database, `${workspaceId} ${listing}`, revision ?? '', count)
}
