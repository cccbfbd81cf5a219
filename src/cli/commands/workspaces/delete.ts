import { countContent } from '../../../console/removal/content-store.ts'
import { IdentityRefusal } from '../../../identity/refusal.ts'
import { markWorkspace, requireOrganization } from '../../../identity/removal/mark.ts'
import { findEveryWorkspace } from '../../../identity/workspace/store.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'
import { contentOf, inShell, shownDeletion } from '../../shown-deletion.ts'
import { details } from '../../text.ts'
import { id, line } from '../../value.ts'

export const deleteWorkspace = defineCommand({
  words: ['workspaces', 'delete'],
  summary: 'Delete an organization with everything in it, a day from now',
  details:
    'Without --confirm, it says what goes and what stays, and changes nothing. With it, nobody can use the workspace ' +
    'from then on: keys, links, and members are refused, and no text is sent. "bureau workspaces undelete" brings it ' +
    'back within a day. After that, everything in it is deleted for good.',
  positionals: { id: { value: id, description: 'id of the workspace' } },
  options: {
    confirm: {
      value: line(1000, 'NAME'),
      description: 'the name of the workspace; without it, the command only says what would go',
    },
  },
  example: "bureau workspaces delete 18 --confirm 'Lee & Sons'",

  async run(context, { id: workspaceId, confirm }) {
    const workspace = await findEveryWorkspace(context.database, workspaceId)
    if (!workspace) throw new IdentityRefusal('workspace_not_found', { workspaceId })
    requireOrganization(workspace)
    const { name } = workspace
    const goes = await countContent(context.database, [workspaceId])
    const facts = { id: workspaceId, name, goes, audit_days: context.settings.auditDays }
    if (confirm === undefined) return { ...facts, deleted: false, delete_at: workspace.delete_at }
    if (confirm !== name)
      throw new OperatorError(`Workspace ${workspaceId} has another name. Nothing was deleted.`)
    const deleteAt = await changeRights(
      context,
      ['workspace.delete', `workspace:${workspaceId}`, workspaceId],
      (tx) => markWorkspace(tx, workspaceId),
    )
    return { ...facts, deleted: true, delete_at: deleteAt }
  },
  print: ({ id: workspaceId, name, goes, deleted, delete_at: deleteAt, audit_days: auditDays }) =>
    deleted && deleteAt
      ? `Nobody can use workspace ${workspaceId} anymore. It will be deleted on ${shownTime(deleteAt)}. ` +
        `Until then, bring it back with: bureau workspaces undelete ${workspaceId}`
      : details({
          workspace: `${workspaceId} ${name}`,
          goes: contentOf(goes),
          ...shownDeletion({
            of: 'organization',
            numbers: goes.numbers,
            entries: goes.usage_entries,
            auditDays,
          }),
          undo: `bureau workspaces undelete ${workspaceId}`,
        }),
  failure: ({ id: workspaceId, name, deleted, delete_at: deleteAt }) => {
    if (deleted) return undefined
    if (deleteAt)
      return `Workspace ${workspaceId} is already being deleted and will be gone on ${shownTime(deleteAt)}.`
    return `Nothing was deleted. To delete it: bureau workspaces delete ${workspaceId} --confirm ${inShell(name)}`
  },
})
