import type { EventDraft } from '../platform/events/event.ts'
import type { File } from './file/model.ts'

/** What subscribers are told when something new is there: files.md 6. */
export const itemCreated = (workspaceId: number, file: File): EventDraft => ({
  name: file.type === 'folder' ? 'folder.created' : 'file.created',
  workspaceId,
  data: file,
})
