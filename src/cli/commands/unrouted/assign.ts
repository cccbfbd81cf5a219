import { assignUnrouted } from '../../../sms/inbound/operate-unrouted.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { requireWorkspace } from '../../require-workspace.ts'
import { id } from '../../value.ts'

export const assignUnroutedText = defineCommand({
  words: ['unrouted', 'assign'],
  summary: 'Assign an unrouted text to a workspace as an incoming message',
  positionals: { id: { value: id, description: 'id on the unrouted list' } },
  options: { workspace: { value: id, required: true, description: 'id of the workspace' } },
  example: 'bureau unrouted assign 7 --workspace 18',

  async run(context, { id: unroutedId, workspace: workspaceId }) {
    const { messageId } = await context.database.transaction(async (tx) => {
      await requireWorkspace(tx, workspaceId)
      await auditOperator(tx, 'unrouted.assign', `unrouted:${unroutedId}`, workspaceId)
      return assignUnrouted(tx, context, unroutedId, workspaceId)
    })
    return { ok: true, id: unroutedId, workspace_id: workspaceId, message_id: messageId }
  },
  print: (assigned) =>
    `Text ${assigned.id} is message ${assigned.message_id} of workspace ${assigned.workspace_id}.`,
})
