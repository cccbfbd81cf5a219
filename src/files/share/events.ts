import type { EventDraft } from '../../platform/outbox/event.ts'
import type { Share } from './model.ts'

export const shareChanged = (workspaceId: number, data: Share): EventDraft => ({
  name: 'share.changed',
  scopeId: workspaceId,
  data,
  changes: [{ topic: 'shares', ids: [data.file_id] }],
})

export const shareExpired = (workspaceId: number, data: Share): EventDraft => ({
  name: 'share.expired',
  scopeId: workspaceId,
  data,
  changes: [{ topic: 'shares', ids: [data.file_id] }],
  wildcardOnly: true,
})
