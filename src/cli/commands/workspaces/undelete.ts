import { unmarkWorkspace } from '../../../identity/removal/mark.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const undeleteWorkspace = defineCommand({
  words: ['workspaces', 'undelete'],
  summary: 'Bring a deleted organization back within a day',
  positionals: { id: { value: id, description: 'id of the workspace' } },
  example: 'bureau workspaces undelete 18',

  async run(context, { id: workspaceId }) {
    await changeRights(context, ['workspace.undelete', `workspace:${workspaceId}`, workspaceId], (tx) =>
      unmarkWorkspace(tx, workspaceId),
    )
    return { ok: true, id: workspaceId }
  },
  print: ({ id: workspaceId }) => `Workspace ${workspaceId} is back as it was.`,
})
