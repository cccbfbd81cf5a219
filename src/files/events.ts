import type { EventDraft } from '../platform/outbox/event.ts'
import type { File } from './file/model.ts'
import type { Share } from './share/model.ts'
import type { Workspace } from './workspace/model.ts'

/** The event for a new item. */
export const itemCreated = (workspaceId: number, file: File): EventDraft => ({
  name: file.type === 'folder' ? 'folder.created' : 'file.created',
  scopeId: workspaceId,
  data: file,
})

export const itemRenamed = (workspaceId: number, file: File): EventDraft => ({
  name: 'file.renamed',
  scopeId: workspaceId,
  data: file,
})

export const itemMoved = (workspaceId: number, file: File): EventDraft => ({
  name: 'file.moved',
  scopeId: workspaceId,
  data: file,
})

/** The item as it was; for a folder without its contents. */
export const itemDeleted = (workspaceId: number, file: File): EventDraft => ({
  name: 'file.deleted',
  scopeId: workspaceId,
  data: file,
})

export const shareChanged = (workspaceId: number, share: Share): EventDraft => ({
  name: 'share.changed',
  scopeId: workspaceId,
  data: share,
})

/** Only subscribers of `*` receive the three below. */
export const shareExpired = (workspaceId: number, share: Share): EventDraft => ({
  name: 'share.expired',
  scopeId: workspaceId,
  data: share,
  wildcardOnly: true,
})

/** Sent to the workspace of the key that created the new one. */
export const workspaceCreated = (workspaceId: number, created: Workspace): EventDraft => ({
  name: 'workspace.created',
  scopeId: workspaceId,
  data: created,
  wildcardOnly: true,
})

export const workspaceRenamed = (workspaceId: number, renamed: Workspace): EventDraft => ({
  name: 'workspace.renamed',
  scopeId: workspaceId,
  data: renamed,
  wildcardOnly: true,
})
