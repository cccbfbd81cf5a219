import { IdentityRefusal } from '../../../identity/refusal.ts'
import { findAnyWorkspace } from '../../../identity/workspace/store.ts'
import { assignUnrouted } from '../../../sms/inbound/operate-unrouted.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const assignUnroutedText = defineCommand({
  words: ['unrouted', 'assign'],
  summary: 'Give an unrouted text to a workspace, as one of its incoming messages',
  positionals: { id: { value: id, description: 'id on the unrouted list' } },
  options: { workspace: { value: id, required: true, description: 'the workspace that it is for' } },
  example: 'bureau unrouted assign 7 --workspace 18',

  async run(context, { id: unroutedId, workspace: workspaceId }) {
    if (!(await findAnyWorkspace(context.database, workspaceId)))
      throw new IdentityRefusal('workspace_not_found', { workspaceId })
    const { messageId } = await assignUnrouted(context, unroutedId, workspaceId)
    return { ok: true, id: unroutedId, workspace_id: workspaceId, message_id: messageId }
  },
  print: (assigned) =>
    `Text ${assigned.id} is message ${assigned.message_id} of workspace ${assigned.workspace_id}.`,
})
