import type { EventDraft } from '../../platform/outbox/event.ts'
import type { Workspace } from './model.ts'

const workspaceEvent =
  (name: string) =>
  (workspaceId: number, data: Workspace): EventDraft => ({
    name,
    scopeId: workspaceId,
    data,
    wildcardOnly: true,
    changes: [{ topic: 'workspaces', ids: [workspaceId] }],
  })

export const workspaceCreated = workspaceEvent('workspace.created')
export const workspaceRenamed = workspaceEvent('workspace.renamed')
