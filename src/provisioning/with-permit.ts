import type { MemberContext } from '../identity/principal.ts'
import { lockPermit, type WithPermit } from '../identity/lock-permit.ts'
import { userFlow } from '../api/limiters.ts'

/** All calls of one developer account are one flow, because each waits for its lock. */
export const withPermit = ({ limiters, principal, call }: MemberContext): WithPermit =>
  lockPermit(limiters, userFlow(principal.userId), call)
