import type { MemberContext } from '../identity/principal.ts'
import { lockPermit, type WithPermit } from '../identity/lock-permit.ts'
import { workspaceFlow } from '../api/limiters.ts'
import { problem } from './problems.ts'

type Caller = MemberContext['principal']

export function membersOnly({ workspaceType }: Caller): void {
  if (workspaceType === 'personal') throw problem.not_an_org_workspace()
}

export function adminsOnly(caller: Caller): void {
  membersOnly(caller)
  const { role } = caller
  if (role === 'member') throw problem.not_admin({ details: { role, required: ['admin', 'owner'] } })
}

export function ownerOnly(caller: Caller): void {
  adminsOnly(caller)
  const { role } = caller
  if (role !== 'owner') throw problem.owner_required({ details: { role, required: ['owner'] } })
}

/** All calls for one workspace are one flow, because each waits for its lock. */
export const withPermit = ({ limiters, principal, call }: MemberContext): WithPermit =>
  lockPermit(limiters, workspaceFlow(principal.workspaceId), call)
