import type { MemberContext } from '../identity/principal.ts'
import { lockPermit, type WithPermit } from '../identity/lock-permit.ts'
import { userFlow } from '../api/limiters.ts'

/** In turn with all calls of one developer account, over all of its keys: what it creates waits for its own lock. */
export const withPermit = ({
  limiters,
  principal,
  call,
}: Pick<MemberContext, 'limiters' | 'principal' | 'call'>): WithPermit =>
  lockPermit(limiters, userFlow(principal.userId), { signal: call.signal })
