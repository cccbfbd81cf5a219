import type { Context } from '../../api/context.ts'
import { forgetPersonInFiles } from '../../files/removal/delete-files-of.ts'
import { inForce } from '../../identity/in-force.ts'
import {
  deleteAuditOfPerson,
  deletePersonRow,
  deleteRequestsOfPerson,
  ownedWorkspaces,
} from '../../identity/removal/store.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { deleteMailsTo } from '../../platform/mail/removal-store.ts'
import { forgetPersonInTexts } from '../../sms/removal/delete-texts-of.ts'
import { handOverWebhooks } from '../../webhooks/removal/delete-webhooks-of.ts'
import { deleteWorkspace } from './delete-workspace.ts'

const batch = 500

/**
 * Deletes a person with their personal workspace, and what they left in others: keys, links, and their part of the logs.
 * Throws OperatorError while they own an organization.
 */
export async function deletePerson(
  context: Context,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<void> {
  const { database } = context
  const owned = await ownedWorkspaces(database, id)
  const organization = owned.find(({ type }) => type === 'org')
  if (organization)
    throw new OperatorError(
      `${email} owns workspace ${organization.id}. Give it another owner first: bureau members owner --workspace ${organization.id} --user ID.`,
    )
  for (const workspace of owned) await deleteWorkspace(context, workspace.id)
  await forgetPersonInFiles(context, id)
  await forgetPersonInTexts(context, id)
  await handOverWebhooks(context, id)
  await deleteMailsTo(database, [email])
  while ((await deleteAuditOfPerson(database, id, batch)) > 0);
  while ((await deleteRequestsOfPerson(database, id, batch)) > 0);
  await inForce(context, (tx) => deletePersonRow(tx, id))
}
