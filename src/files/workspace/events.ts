import type { EventDraft } from '../../platform/outbox/event.ts'
import type { Workspace } from './model.ts'

const workspaceEvent =
  (name: string) =>
  (workspaceId: number, data: Workspace): EventDraft => ({
    name,
    scopeId: workspaceId,
    data,
    wildcardOnly: true,
  })

/** Sent to the workspace of the key that created the new one. */
export const workspaceCreated = workspaceEvent('workspace.created')
export const workspaceRenamed = workspaceEvent('workspace.renamed')
