import type { Context } from '../../api/context.ts'
import { forgetPersonInFiles } from '../../files/removal/delete-files-of.ts'
import { audit } from '../../identity/audit/audit.ts'
import { inForce } from '../../identity/in-force.ts'
import { requireNoOrganizations } from '../../identity/removal/mark.ts'
import {
  deleteAuditOfPerson,
  deletePersonRow,
  deleteRequestsOfPerson,
  ownedWorkspaces,
} from '../../identity/removal/store.ts'
import { deleteInBatches } from '../../platform/jobs/delete-in-batches.ts'
import { deleteMailsTo } from '../../platform/mail/removal-store.ts'
import { forgetPersonInTexts } from '../../sms/removal/delete-texts-of.ts'
import { handOverWebhooks } from '../../webhooks/removal/delete-webhooks-of.ts'
import { deleteWorkspace } from './delete-workspace.ts'

/**
 * Deletes a person with their personal workspace, and what they left in others: keys, links, and their part of the logs.
 * Throws OperatorError while they own an organization.
 */
export async function deletePerson(
  context: Context,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<void> {
  const { database } = context
  await requireNoOrganizations(database, { id, email })
  for (const workspace of await ownedWorkspaces(database, id)) await deleteWorkspace(context, workspace.id)
  await forgetPersonInFiles(context, id)
  await forgetPersonInTexts(context, id)
  await handOverWebhooks(context, id)
  await deleteMailsTo(database, [email])
  await deleteInBatches((max) => deleteAuditOfPerson(database, id, max))
  await deleteInBatches((max) => deleteRequestsOfPerson(database, id, max))
  await inForce(context, async (tx) => {
    if ((await deletePersonRow(tx, id)) === 0) return
    await audit(tx, tx.now(), {
      actor: 'operator',
      action: 'user.erase',
      target: `user:${id}`,
      outcome: 'ok',
    })
  })
}
