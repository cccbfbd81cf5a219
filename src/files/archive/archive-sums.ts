import type { Context } from '../../api/context.ts'
import type { FlowKeys } from '../../platform/concurrency/flow-key.ts'
import { archiveItemsMax } from '../limits.ts'
import { RevisionCache } from '../usage/revision-cache.ts'
import { findRevision } from '../usage/store.ts'
import { sumTree, type TreeSums } from './store.ts'

const sums = new RevisionCache<TreeSums>(10_000, () => 1)

/** What the zip archive of a folder has. With more than `archiveItemsMax` items there is none. */
export async function archiveSums(
  { database, limiters }: Pick<Context, 'database' | 'limiters'>,
  folder: { readonly workspaceId: number; readonly id: string },
  { flowKeys, signal }: { readonly flowKeys: FlowKeys; readonly signal: AbortSignal },
): Promise<TreeSums> {
  const { workspaceId, id } = folder
  const revision = (await findRevision(database, workspaceId)) ?? ''
  const read = () =>
    limiters.plans.run(flowKeys, () => sumTree(database, workspaceId, id, archiveItemsMax), { signal })
  return sums.get(database, `${workspaceId} ${id}`, revision, read)
}
