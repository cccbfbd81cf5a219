import type { EventDraft } from '../../platform/outbox/event.ts'
import type { File } from './model.ts'

const itemEvent =
  (name: string) =>
  (workspaceId: number, data: File): EventDraft => ({ name, scopeId: workspaceId, data })

export const itemCreated = (workspaceId: number, file: File): EventDraft =>
  itemEvent(file.type === 'folder' ? 'folder.created' : 'file.created')(workspaceId, file)

export const itemRenamed = itemEvent('file.renamed')
export const itemMoved = itemEvent('file.moved')

/** Shows the item as it was; a folder without its contents. */
export const itemDeleted = itemEvent('file.deleted')
