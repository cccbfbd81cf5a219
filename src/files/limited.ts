import { workspaceFlow, type Limiters } from '../api/limiters.ts'
import type { MemberContext } from '../identity/principal.ts'

/** Runs `work` under a permit for the caller's workspace. Rejects with `PermitRefused`, or when the caller hangs up. */
export const limited = <Result>(
  { limiters, principal, call }: MemberContext,
  resource: keyof Limiters,
  work: () => Promise<Result>,
): Promise<Result> =>
  limiters[resource].run(workspaceFlow(principal.workspaceId), work, { signal: call.signal })
