import type { KeyContext } from '../identity/gates/api-key.ts'
import { turnOf, type Turn } from '../identity/in-turn.ts'
import { caller } from '../platform/concurrency/flow-key.ts'

/** In turn with all calls of one developer account, over all of its keys: what it creates waits for its own lock. */
export const inTurn = ({ turns, principal, call }: Pick<KeyContext, 'turns' | 'principal' | 'call'>): Turn =>
  turnOf(turns, caller(principal.userId), { signal: call.signal })
