import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../api/context.ts'
import { deleteRequestsOfWorkspace } from '../../identity/removal/store.ts'
import { deleteInBatches } from '../../platform/jobs/delete-in-batches.ts'

/** Every process appends its requests once a second. */
const appendedMsMax = 2000

/** Requests that were under way when their workspaces were deleted. */
export async function deleteLateRequests(
  { database }: Pick<Context, 'database'>,
  workspaceIds: readonly number[],
): Promise<void> {
  await delay(appendedMsMax)
  for (const id of workspaceIds) await deleteInBatches((max) => deleteRequestsOfWorkspace(database, id, max))
}
