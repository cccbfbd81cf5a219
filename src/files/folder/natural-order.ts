import type { Context } from '../../api/context.ts'
import type { FlowKeys } from '../../platform/concurrency/flow-key.ts'
import { RevisionCache } from '../usage/revision-cache.ts'
import { findRevision } from '../usage/store.ts'
import { naturalOrder, type NaturalOrder } from './rules.ts'
import { listNames } from './store.ts'

/** Weighed in items, of which each takes some 40 bytes. */
const orders = new RevisionCache<NaturalOrder>(250_000, ({ ids }) => ids.length + 1)

/** Of all that a listing may show. In memory, because PostgreSQL may lack ICU, and cached until the workspace changes. */
export async function readNaturalOrder(
  { database, limiters }: Pick<Context, 'database' | 'limiters'>,
  folder: { readonly workspaceId: number; readonly id: string },
  { flowKeys, signal }: { readonly flowKeys: FlowKeys; readonly signal: AbortSignal },
): Promise<NaturalOrder> {
  const { workspaceId, id } = folder
  const revision = (await findRevision(database, workspaceId)) ?? ''
  const read = async () => naturalOrder(await listNames(database, workspaceId, id))
  return orders.get(database, `${workspaceId} ${id}`, revision, () =>
    limiters.plans.run(flowKeys, read, { signal }),
  )
}
