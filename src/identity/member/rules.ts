import type { Role } from '../principal.ts'
import { IdentityRefusal, type Membership } from '../refusal.ts'

export type LeastRole = 'admin' | 'owner'

/** Throws `admin_required` or `owner_required`: docs/api/iam.md#roles. */
export function checkRole(member: Membership & { readonly role: Role }, least: LeastRole): void {
  const { workspaceId, userId, role } = member
  if (role === 'member') throw new IdentityRefusal('admin_required', { workspaceId, userId })
  if (least === 'owner' && role !== 'owner')
    throw new IdentityRefusal('owner_required', { workspaceId, userId })
}
