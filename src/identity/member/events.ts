import type { EventDraft } from '../../platform/outbox/event.ts'
import type { Role } from '../principal.ts'
import type { Membership } from '../refusal.ts'

export const roleChanged = ({ workspaceId, userId }: Membership, role: Role): EventDraft => ({
  name: 'member.role_changed',
  scopeId: workspaceId,
  data: { user_id: userId, new_role: role },
})

export const memberRemoved = ({ workspaceId, userId }: Membership): EventDraft => ({
  name: 'member.removed',
  scopeId: workspaceId,
  data: { user_id: userId },
})
