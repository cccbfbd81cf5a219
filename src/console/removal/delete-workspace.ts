import type { Context } from '../../api/context.ts'
import { deleteFilesOf } from '../../files/removal/delete-files-of.ts'
import { audit } from '../../identity/audit/audit.ts'
import { inForce } from '../../identity/in-force.ts'
import {
  closeWorkspace,
  deleteAuditOfWorkspace,
  deleteRequestsOfWorkspace,
  deleteWorkspaceRow,
} from '../../identity/removal/store.ts'
import { deleteInBatches } from '../../platform/jobs/delete-in-batches.ts'
import { deleteJobsOf } from '../../platform/jobs/removal-store.ts'
import { deleteMailsOf } from '../../platform/mail/removal-store.ts'
import { deleteEventsOf } from '../../platform/outbox/removal-store.ts'
import { deleteTextsOf } from '../../sms/removal/delete-texts-of.ts'
import { deleteWebhooksOf } from '../../webhooks/removal/delete-webhooks-of.ts'

/**
 * Deletes a workspace with everything in it, in many transactions. Keys and memberships end with the first one. The row of
 * the workspace goes last, so that another run finishes what a crash interrupts. The ledger of usage stays, and what
 * operators did.
 */
export async function deleteWorkspace(context: Context, workspaceId: number): Promise<void> {
  const { database } = context
  await inForce(context, (tx) => closeWorkspace(tx, workspaceId))
  await deleteTextsOf(context, workspaceId)
  await deleteFilesOf(context, workspaceId)
  await deleteWebhooksOf(context, workspaceId)
  await database.transaction((tx) => deleteJobsOf(tx, workspaceId))
  await deleteInBatches((max) => deleteMailsOf(database, workspaceId, max))
  await deleteInBatches((max) => deleteEventsOf(database, workspaceId, max))
  await deleteInBatches((max) => deleteAuditOfWorkspace(database, workspaceId, max))
  await deleteInBatches((max) => deleteRequestsOfWorkspace(database, workspaceId, max))
  await inForce(context, async (tx) => {
    if ((await deleteWorkspaceRow(tx, workspaceId)) === 0) return
    const target = `workspace:${workspaceId}`
    await audit(tx, tx.now(), { actor: 'operator', action: 'workspace.erase', target, outcome: 'ok' })
  })
}
