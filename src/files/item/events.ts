import type { Change } from '../../platform/changes/change-set.ts'
import type { EventDraft } from '../../platform/outbox/event.ts'
import type { File } from './model.ts'

type Changes = readonly Omit<Change, 'scope'>[]

const itemEvent =
  (name: string, changesOf: (file: File) => Changes) =>
  (workspaceId: number, data: File): EventDraft => ({
    name,
    scopeId: workspaceId,
    data,
    changes: changesOf(data),
  })

/** The root has no id, so a change of it counts as one of any folder. */
export const contentChanged = (folderId: string | null) => ({
  topic: 'files',
  ids: folderId === null ? null : [folderId],
})

const usage = { topic: 'usage', ids: null }

/** A folder is in the paths of everything below it. */
const changesOf = (file: File): Changes => [contentChanged(file.type === 'folder' ? null : file.parent_id)]

const created = (file: File): Changes => [contentChanged(file.parent_id), usage]

const deleted = (file: File): Changes => [...changesOf(file), usage, { topic: 'shares', ids: null }]

export const itemCreated = (workspaceId: number, file: File): EventDraft =>
  itemEvent(file.type === 'folder' ? 'folder.created' : 'file.created', created)(workspaceId, file)

export const itemRenamed = itemEvent('file.renamed', changesOf)
export const itemMoved = itemEvent('file.moved', changesOf)

/** Shows the item as it was; a folder without its contents. */
export const itemDeleted = itemEvent('file.deleted', deleted)
