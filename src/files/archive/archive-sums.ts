import type { Database } from '../../platform/database/database.ts'
import { archiveItemsMax } from '../limits.ts'
import { RevisionCache } from '../usage/revision-cache.ts'
import { findRevision } from '../usage/store.ts'
import { sumTree, type TreeSums } from './store.ts'

const sums = new RevisionCache<TreeSums>(10_000, () => 1)

/** What the zip archive of a folder has. With more than `archiveItemsMax` items there is none. */
export async function archiveSums(
  { database }: { readonly database: Database },
  workspaceId: number,
  folderId: string,
): Promise<TreeSums> {
  const revision = (await findRevision(database, workspaceId)) ?? ''
  return sums.get(database, `${workspaceId} ${folderId}`, revision, () =>
    sumTree(database, workspaceId, folderId, archiveItemsMax),
  )
}
