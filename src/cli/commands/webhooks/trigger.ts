import { sampleEvent, sampleEvents } from '../../../files/public.ts'
import { emit } from '../../../platform/outbox/emit.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { requireWorkspace } from '../../require-workspace.ts'
import { choice, id } from '../../value.ts'

export const triggerEvent = defineCommand({
  words: ['trigger'],
  summary: 'Create a sample event for the webhooks of a workspace',
  positionals: {
    event: { value: choice(sampleEvents, 'EVENT'), description: `one of ${sampleEvents.join(', ')}` },
  },
  options: { workspace: { value: id, required: true, description: 'id of the workspace' } },
  example: 'bureau trigger file.created --workspace 18',

  async run({ database, origins }, { event, workspace: workspaceId }) {
    const draft = sampleEvent(event, workspaceId, origins)
    await database.transaction(async (tx) => {
      await requireWorkspace(tx, workspaceId)
      await emit(tx, draft)
      await auditOperator(tx, 'event.trigger', `workspace:${workspaceId}`)
    })
    return { ok: true, event, workspace_id: workspaceId, data: draft.data }
  },
  print: ({ event, workspace_id: workspaceId }) =>
    `Workspace ${workspaceId} has a sample ${event}. Subscribed webhooks get it.`,
})
