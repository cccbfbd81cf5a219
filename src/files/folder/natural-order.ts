import type { Database } from '../../platform/database/database.ts'
import { RevisionCache } from '../usage/revision-cache.ts'
import { findRevision } from '../usage/store.ts'
import { naturalOrder, type NaturalOrder } from './rules.ts'
import { listNames } from './store.ts'

/** Weighed in items, of which each takes some 40 bytes. */
const orders = new RevisionCache<NaturalOrder>(250_000, ({ ids }) => ids.length + 1)

/**
 * Of all that a listing may show. Sorted in memory, because not every PostgreSQL has the collations: 5,000 names take 15 ms,
 * once until the workspace changes.
 */
export async function readNaturalOrder(
  { database }: { readonly database: Database },
  workspaceId: number,
  folderId: string,
): Promise<NaturalOrder> {
  const revision = (await findRevision(database, workspaceId)) ?? ''
  return orders.get(database, `${workspaceId} ${folderId}`, revision, async () =>
    naturalOrder(await listNames(database, workspaceId, folderId)),
  )
}
