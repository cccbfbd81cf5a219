import type { KeyContext } from '../identity/gates/api-key.ts'
import { turnOf, type Turn } from '../identity/in-turn.ts'
import { userFlow } from '../api/limiters.ts'

/** In turn with all calls of one developer account, over all of its keys: what it creates waits for its own lock. */
export const inTurn = ({
  limiters,
  principal,
  call,
}: Pick<KeyContext, 'limiters' | 'principal' | 'call'>): Turn =>
  turnOf(limiters, userFlow(principal.userId), { signal: call.signal })
