import type { Context } from '../../api/context.ts'
import { deleteInBatches } from '../../platform/jobs/delete-in-batches.ts'
import { deleteDeliveries, deleteWebhooks, handOver, switchOff } from './store.ts'

/** Webhooks with their deliveries. Another run finishes what a crash interrupts. */
export async function deleteWebhooksOf(
  { database }: Pick<Context, 'database'>,
  workspaceId: number,
): Promise<void> {
  await switchOff(database, workspaceId)
  await deleteInBatches((max) => deleteDeliveries(database, workspaceId, max))
  await deleteWebhooks(database, workspaceId)
}

/** Webhooks that a person made in workspaces that stay. */
export const handOverWebhooks = ({ database }: Pick<Context, 'database'>, userId: number): Promise<unknown> =>
  database.transaction((tx) => handOver(tx, userId))
